// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The journal of recorded hand edits: one line for each, `COMMIT BLOB PATH`. It is written before the branch moves and
/// cleared when the files have followed. If a command is killed in between, no edit is therefore recorded twice.
extension WorkTree {
    private static let journalName = "taken-in"

    var hasJournal: Bool { local.written(Self.journalName) != nil }

    func noteTakenIn(_ contents: [String: ObjectID?], by commit: ObjectID) throws {
        guard !contents.isEmpty else { return }
        let lines = contents.map { "\(commit) \($0.value ?? .zero) \($0.key)\n" }
        let before = try local.read(Self.journalName) ?? []
        try local.replaceFile(Self.journalName, before + Array(lines.joined().utf8), durably: true)
    }

    func clearJournal() throws {
        try local.replaceFile(Self.journalName, nil)
    }

    /// Returns the entries whose commits are part of HEAD's history.
    func journal() throws -> [String: Set<ObjectID?>] {
        guard let bytes = try local.read(Self.journalName), let tip = try store.branch().tip else { return [:] }
        var found: [String: Set<ObjectID?>] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let commit = ObjectID(hex: parts[0]), let content = ObjectID(hex: parts[1])
            else { continue }
            guard commit == tip || (try? store.repository.commits.isAncestor(commit, of: tip)) == true else { continue }
            found[String(parts[2]), default: []].insert(content == .zero ? nil : content)
        }
        return found
    }
}
