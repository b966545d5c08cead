// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An account of every value in a history, from the files in git alone.
///
/// A value that a file shows (in a field, a list or `conflicts`) stays in sight until somebody takes it out of sight in
/// a commit of their own: not a merge, which takes nothing out, nor a seal. A pick that the driver made takes out only
/// what the picked commit did, a revert only what the reverted one put in.
struct ValueAccount {
    private struct Commit {
        let id: String
        let parents: [String]
        let message: String
    }

    private var commits: [String: Commit] = [:]
    private var shownByCommit: [String: Set<String>] = [:]
    private var shownByBlob: [String: Set<String>] = [:]
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

    /// The values that have gone out of sight and that nobody took out.
    mutating func lost() throws -> [String] {
        var everything: Set<String> = []
        var takenOut: Set<String> = []
        for commit in commits.values {
            let shown = try values(commit.id)
            everything.formUnion(shown)
            guard commit.parents.count == 1, !commit.message.contains("committed without hometask") else { continue }
            var gone = try values(commit.parents[0]).subtracting(shown)
            if !gone.isEmpty, let (id, isRevert) = Self.source(commit.message),
                !world.lineByLine.contains(id), let parent = try parent(of: id)
            {
                let (before, after) = (try values(parent), try values(id))
                gone.formIntersection(isRevert ? after.subtracting(before) : before.subtracting(after))
            }
            takenOut.formUnion(gone)
        }
        let tip = try world.git(place, ["rev-parse", "main"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        return try everything.subtracting(try values(tip)).subtracting(takenOut).sorted().map { value in
            "\(value) (gone at \(try commitsWithout(value).joined(separator: ", ")))"
        }
    }

    /// The commits that do not show a value that a parent of theirs does.
    private mutating func commitsWithout(_ value: String) throws -> [String] {
        try commits.values.filter { commit in
            try !values(commit.id).contains(value) && commit.parents.contains { try values($0).contains(value) }
        }.map { "\($0.id.prefix(8)) of \($0.parents.count), \($0.message.debugDescription)" }
    }

    /// The commit that a pick or a revert says it was made from.
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

    private mutating func values(_ commit: String) throws -> Set<String> {
        if let known = shownByCommit[commit] { return known }
        var shown: Set<String> = []
        for line in try world.git(place, ["ls-tree", "-r", commit, "tasks"]).output.split(separator: "\n") {
            let blob = String(line.split(separator: " ")[2].prefix(40))
            if shownByBlob[blob] == nil {
                let text = try world.git(place, ["cat-file", "blob", blob]).output
                var members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
                members["~merge"] = nil
                shownByBlob[blob] = Self.strings(members)
            }
            shown.formUnion(shownByBlob[blob] ?? [])
        }
        shownByCommit[commit] = shown
        return shown
    }

    /// The strings that end as the world's values do.
    private static func strings(_ value: Any) -> Set<String> {
        switch value {
        case let text as String: text.hasSuffix(".") ? [text] : []
        case let list as [Any]: list.reduce(into: []) { $0.formUnion(strings($1)) }
        case let members as [String: Any]: members.values.reduce(into: []) { $0.formUnion(strings($1)) }
        default: []
        }
    }
}
