// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHashing
import Synchronization

/// A commit in memory.
struct MemoryCommit: Sendable {
    let entry: HistoryEntry
    let tree: DocumentTree
    /// The documents that differ from the first parent's.
    let changed: [DocumentPath]
    /// The generation, greater than every parent's: commits are ordered by descending generation.
    let generation: Int
}

/// The commits of all replicas of one provider, by their ids. A replica has the commits that are reachable from its
/// branch.
final class MemoryCommits: Sendable {
    private let state = Mutex<[String: MemoryCommit]>([:])

    subscript(id: String?) -> MemoryCommit? { id.flatMap { id in state.withLock { $0[id] } } }

    /// Adds a commit.
    ///
    /// - Parameters:
    ///   - parents: the ids of the parents; the commit's changes are relative to the first one.
    ///   - message: the commit message, the subject in the first line.
    /// - Returns: the commit's id, a hash of its contents, as in git.
    func add(
        _ tree: DocumentTree, onto parents: [String], by author: String, at time: Timestamp, message: String,
        plugins: [PluginShare] = []
    ) -> String {
        let text = ([tree.name, author, time.rfc3339, message] + parents).joined(separator: "\0")
        let id = SHA256.hexadecimal(SHA1.digest(Array(text.utf8)))
        let lines = message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let body = lines.dropFirst().joined().drop { $0 == "\n" }
        let before = parents.compactMap { self[$0] }
        let commit = MemoryCommit(
            entry: HistoryEntry(
                commit: id, parents: parents, author: author, time: time, subject: String(lines.first ?? ""),
                body: String(body), isOurs: true, plugins: plugins),
            tree: tree, changed: tree.paths(changedSince: before.first?.tree ?? DocumentTree()),
            generation: (before.map(\.generation).max() ?? 0) + 1)
        state.withLock { $0[id] = commit }
        return id
    }

    /// Returns a commit and its ancestors, newest first.
    func history(from tip: String?) -> [MemoryCommit] {
        var (seen, waiting) = (Set<String>(), [tip].compactMap(\.self))
        var found: [MemoryCommit] = []
        while let id = waiting.popLast() {
            guard seen.insert(id).inserted, let commit = self[id] else { continue }
            found.append(commit)
            waiting += commit.entry.parents
        }
        return found.sorted { first, second in
            (first.generation, first.entry.commit) > (second.generation, second.entry.commit)
        }
    }

    /// Returns the ids of a commit and its ancestors.
    func ids(from tip: String?) -> Set<String> { Set(history(from: tip).map(\.entry.commit)) }

    /// Counts the non-merge commits that are reachable from one commit and not from another.
    func changeCount(from tip: String?, hiding other: String?) -> Int {
        let known = ids(from: other)
        return history(from: tip).count { !$0.entry.isMerge && !known.contains($0.entry.commit) }
    }

    /// Returns the merge base of two commits; nil if there is none, or more than one after criss-cross merges.
    func base(of first: String, _ second: String) -> String? {
        let common = ids(from: first).intersection(ids(from: second))
        let inner = Set(common.flatMap { self[$0]?.entry.parents ?? [] })
        let last = common.subtracting(inner)
        return last.count == 1 ? last.first : nil
    }

    /// Returns the documents of a version, given by its commit id or its name (``DocumentTree/name``); nil if unknown.
    func tree(named version: String) -> DocumentTree? {
        if version == DocumentTree().name { return DocumentTree() }
        return state.withLock { commits in
            commits[version]?.tree ?? commits.values.first { $0.tree.name == version }?.tree
        }
    }
}
