// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tracks every value in a history, from the files in git alone.
///
/// A value shown by a file (in a field, a list or `conflicts`) stays visible until a commit removes it; merges and
/// seals remove nothing. A pick by the driver removes only what the picked commit did, a revert only what the reverted
/// commit added.
///
/// A value may have several copies (an amended commit is merged with its original, and both created the document). Two
/// people may then each remove a different copy, so removing one copy counts as removing the value.
struct ValueAccount {
    /// The values that a commit shows.
    private struct ShownValues {
        /// The values, including those in `conflicts`.
        var values: Set<String> = []
        /// The number of copies of each value.
        var copies: [String: Int] = [:]

        /// The values with fewer copies, or none, in another commit.
        func takenOut(by other: ShownValues) -> Set<String> {
            values.subtracting(other.values)
                .union(copies.filter { $0.value > 1 && $0.value > other.copies[$0.key] ?? 0 }.keys)
        }

        mutating func formUnion(_ other: ShownValues) {
            values.formUnion(other.values)
            copies.merge(other.copies, uniquingKeysWith: +)
        }
    }

    private struct Commit {
        let id: String
        let parents: [String]
        let message: String
    }

    private var commits: [String: Commit] = [:]
    private var shownByCommit: [String: ShownValues] = [:]
    private var shownByBlob: [String: ShownValues] = [:]
    private let world: ForeignWorld
    private let place: String

    init(_ world: ForeignWorld, in place: String) throws {
        self.world = world
        self.place = place
        let log = try world.git(place, ["log", "--format=%H%x01%P%x01%B%x02", "main"]).output
        for entry in log.components(separatedBy: "\u{2}\n") {
            let parts = entry.components(separatedBy: "\u{1}")
            guard parts.count == 3 else { continue }
            commits[parts[0]] = Commit(
                id: parts[0], parents: parts[1].split(separator: " ").map(String.init), message: parts[2])
        }
    }

    /// The values that disappeared without being removed by a commit.
    mutating func lost() throws -> [String] {
        var everything: Set<String> = []
        var takenOut: Set<String> = []
        for commit in commits.values {
            let shown = try shownValues(commit.id)
            everything.formUnion(shown.values)
            let isSeal = commit.message.hasPrefix("Took in what was committed without hometask")
            guard commit.parents.count == 1, !isSeal else { continue }
            var gone = try shownValues(commit.parents[0]).takenOut(by: shown)
            if !gone.isEmpty, let (id, isRevert) = Self.source(commit.message),
                !world.lineByLine.contains(id), let parent = try parent(of: id)
            {
                let (before, after) = (try shownValues(parent), try shownValues(id))
                gone.formIntersection(isRevert ? after.takenOut(by: before) : before.takenOut(by: after))
            }
            takenOut.formUnion(gone)
        }
        let tip = try world.git(place, ["rev-parse", "main"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        return try everything.subtracting(try shownValues(tip).values).subtracting(takenOut).sorted().map { value in
            "\(value) (gone at \(try commitsWithout(value).joined(separator: ", ")))"
        }
    }

    /// The commits that lack a value shown by one of their parents.
    private mutating func commitsWithout(_ value: String) throws -> [String] {
        try commits.values.filter { commit in
            try !shownValues(commit.id).values.contains(value)
                && commit.parents.contains { try shownValues($0).values.contains(value) }
        }.map { "\($0.id.prefix(8)) of \($0.parents.count), \($0.message.debugDescription)" }
    }

    /// The source commit named in the message of a pick or a revert.
    private static func source(_ message: String) -> (id: String, isRevert: Bool)? {
        for (mark, isRevert) in [("This reverts commit ", true), ("(cherry picked from commit ", false)] {
            guard let found = message.range(of: mark, options: .backwards) else { continue }
            return (String(message[found.upperBound...].prefix(40)), isRevert)
        }
        return nil
    }

    private func parent(of commit: String) throws -> String? {
        let ended = try world.git(place, ["rev-parse", "-q", "--verify", "\(commit)^"])
        return ended.status == 0 ? ended.output.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }

    private mutating func shownValues(_ commit: String) throws -> ShownValues {
        if let known = shownByCommit[commit] { return known }
        var shown = ShownValues()
        for (path, blob) in try files("tasks", in: commit) {
            shown.formUnion(try shownValues(blob, at: path, in: commit))
        }
        shownByCommit[commit] = shown
        return shown
    }

    private func files(_ path: String, in commit: String) throws -> [(path: String, blob: String)] {
        try world.git(place, ["ls-tree", "-r", commit, path]).output.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1)
            return (path: String(parts[1]), blob: String(parts[0].split(separator: " ")[2]))
        }
    }

    /// The values of a file; for a file left unreadable by a line merge, those of its previous version.
    private mutating func shownValues(_ blob: String, at path: String, in commit: String) throws -> ShownValues {
        if let known = shownByBlob[blob] { return known }
        let text = try world.git(place, ["cat-file", "blob", blob]).output
        guard var members = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            guard let parent = try parent(of: commit), let before = try files(path, in: parent).first else {
                return ShownValues()
            }
            return try shownValues(before.blob, at: path, in: parent)
        }
        members["~merge"] = nil
        let open = Self.open(in: members)
        members["conflicts"] = nil
        var values = ShownValues(values: Set(Self.strings(members) + open))
        for value in Self.strings(members) { values.copies[value, default: 0] += 1 }
        shownByBlob[blob] = values
        return values
    }

    /// The values in `conflicts`, except those of absent items: removing an item also removes its values.
    private static func open(in members: [String: Any]) -> [String] {
        let items = members["items"] as? [[String: Any]] ?? []
        let ids = Set(items.compactMap { $0["id"] as? String })
        let fields = members["conflicts"] as? [String: Any] ?? [:]
        return fields.values.flatMap { entries in
            (entries as? [[String: Any]] ?? []).filter { entry in
                (entry["item"] as? String).map { ids.contains($0) } ?? true
            }.flatMap(strings)
        }
    }

    /// The strings with the suffix of the world's values.
    private static func strings(_ value: Any) -> [String] {
        switch value {
        case let text as String: text.hasSuffix(".") ? [text] : []
        case let list as [Any]: list.flatMap(strings)
        case let members as [String: Any]: members.values.flatMap(strings)
        default: []
        }
    }
}
