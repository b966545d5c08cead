// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The commands of this device that can be taken back, oldest first: a line each, `COMMIT COMMAND`.
struct CommandLog {
    static let localName = "commands"
    private static let limit = 200
    /// The length from which on the oldest entries go.
    static let lengthLimit = 64 << 10

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
        entries.suffix(Self.limit).flatMap { Self.line($0.commit, $0.command) }
    }

    /// One entry as the file has it.
    static func line(_ commit: ObjectID, _ command: String) -> [UInt8] { Array("\(commit) \(command)\n".utf8) }

    mutating func remove(_ commit: ObjectID) {
        entries.removeAll { $0.commit == commit }
    }
}
