// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The commands of this device that can be taken back, oldest first: a line each, `COMMIT COMMAND`.
struct CommandLog {
    static let localName = "commands"
    private static let limit = 200

    private(set) var entries: [(commit: ObjectID, command: String)] = []

    init(_ bytes: [UInt8]?) {
        for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2, let commit = ObjectID(hex: parts[0]) {
                entries.append((commit: commit, command: String(parts[1])))
            }
        }
    }

    var bytes: [UInt8] {
        Array(entries.suffix(Self.limit).map { "\($0.commit) \($0.command)\n" }.joined().utf8)
    }

    mutating func append(_ commit: ObjectID, _ command: String) {
        entries.append((commit: commit, command: command))
    }

    mutating func remove(_ commit: ObjectID) {
        entries.removeAll { $0.commit == commit }
    }
}
