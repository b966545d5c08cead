// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// The merge of other commits into the branch of a replica in memory, and its consequences.
struct MemoryMerge {
    /// The documents that differed and were merged.
    private var joined: [DocumentPath] = []
    /// The merged documents that both sides had changed since the merge base.
    private(set) var changedApart: [DocumentPath] = []
    /// The outcomes of concurrent changes, each as a sentence.
    private(set) var notices: [String] = []
    /// The documents with conflicts that our side did not have.
    private var conflicted: [DocumentPath] = []

    /// Merges a commit into the branch of a replica, which then has all documents of both.
    mutating func take(_ theirs: String, into replica: MemoryReplica) throws {
        let repository = replica.repository
        let before = repository.reader()
        let first = joined.count
        try repository.withTurn {
            let ours = repository.current.tip
            let merged = try commit(ours, theirs, in: repository.commits)
            repository.update { $0.tip = merged }
        }
        if !before.hasNoHistory { try settle(Array(joined[first...]), since: before, in: replica) }
    }

    /// Creates the merge commit; if their commit contains ours, returns their commit.
    private mutating func commit(_ ours: String?, _ theirs: String, in commits: MemoryCommits) throws -> String {
        guard let ours, let our = commits[ours], let their = commits[theirs],
            !commits.ids(from: theirs).contains(ours)
        else { return theirs }
        var tree = our.tree
        let base = commits.base(of: ours, theirs).flatMap { commits[$0]?.tree }
        for path in their.tree.paths(changedSince: our.tree) {
            // Neither side removes a document; a deletion is a write to the document.
            guard let bytes = their.tree[path] else { continue }
            try join(bytes, into: &tree, at: path, since: base)
        }
        return commits.add(
            tree, onto: [ours, theirs].sorted(), by: "hometask", at: max(our.entry.time, their.entry.time),
            message: HistoryEntry.mergeSubject)
    }

    /// - Parameter base: the documents of the merge base; nil unless there is exactly one.
    private mutating func join(
        _ bytes: [UInt8], into tree: inout DocumentTree, at path: DocumentPath, since base: DocumentTree?
    ) throws {
        guard let own = tree[path] else {
            tree[path] = bytes
            return
        }
        let before = try Document.reading(own, at: path)
        let result = Document.join(before, try Document.reading(bytes, at: path))
        tree[path] = result.encoded()
        joined.append(path)
        if base?[path] != own, base?[path] != bytes { changedApart.append(path) }
        if !result.conflicts.isEmpty, result.conflicts != before.conflicts { conflicted.append(path) }
    }

    /// Applies the changes that the merged documents require, as after a sync of git repositories.
    private mutating func settle(
        _ joined: [DocumentPath], since before: MemoryVersionReader, in replica: MemoryReplica
    ) throws {
        let writer = replica.writer
        let reader = replica.repository.reader()
        let changed = reader.tree.paths(changedSince: before.tree)
        let tasks = Set(changed + joined).filter { $0.kind == .task && reader.mayHaveSeveralCompletions(at: $0) }
            .sorted { $0.text < $1.text }
        let completed =
            tasks.isEmpty ? [] : try writer.write(command: nil) { try $0.completionSettling.settle(at: tasks) }.result
        let provable = try reader.provableTasks(among: changed)
        if !provable.isEmpty { _ = try writer.write(command: nil) { try $0.proofSettling.settle(of: provable) } }
        let followed = (joined + completed).filter { $0.kind == .task }
        if !followed.isEmpty {
            notices += try writer.write(command: nil) { try $0.seriesSettling.updateSuccessors(after: followed) }.result
        }
        conflicted += completed.filter { !conflicted.contains($0) }
        notices += try settleMerges(changed, since: before, in: replica)
        notices += [MergeNotices.restored(changed: changed, before: before, after: replica.repository.reader())]
            .compactMap(\.self)
    }

    /// Settles merges of members or categories that were made independently.
    private func settleMerges(
        _ changed: [DocumentPath], since before: MemoryVersionReader, in replica: MemoryReplica
    ) throws -> [String] {
        let reader = replica.repository.reader()
        let news = try MergeNotices.sentences(changed: changed, before: before, after: reader)
        guard try reader.mayHaveMergesToSettle(changed: changed) else { return news }
        let settled = try replica.writer.write(command: nil) { try $0.mergeSettling.settle(changed: changed) }.result
        return settled.isEmpty ? news : settled
    }

    /// Returns the documents with new conflicts that are still in conflict.
    func stillConflicted(in reader: DocumentReader) throws -> [DocumentPath] {
        try conflicted.filter { try reader.document(at: $0)?.conflicts.isEmpty == false }
    }
}
