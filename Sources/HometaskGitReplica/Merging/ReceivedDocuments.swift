// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// The documents that a merge received, and the changes that they require.
///
/// These changes are written in separate commits, if there are any.
struct ReceivedDocuments {
    private let store: FamilyStore
    private let writer: TransactionWriter
    /// The documents before the received commits were merged; nil if there were none.
    private let before: ObjectID?
    /// Hometask's last commit before the merge. Git may have merged completions of one task since then.
    private let own: ObjectID?
    /// The documents that differ from those; none if that cannot be determined.
    private let changed: [DocumentPath]

    /// - Parameter tip: the branch's commit before the merge.
    init(store: FamilyStore, writer: TransactionWriter, since tip: ObjectID?) throws {
        self.store = store
        self.writer = writer
        own = try tip.flatMap { try CommitSealer(store: store).origin(of: $0) }
        before = try store.tree(of: tip)
        changed = try before.flatMap { try GitReader(tipOf: store).paths(changedSince: $0.description) } ?? []
    }

    /// Applies the changes that the received documents require.
    ///
    /// - Parameter joined: the documents that differed and were joined.
    /// - Returns: messages about these changes for the user, and the tasks whose completions were settled: later
    ///   completions are in conflict from now on.
    func settle(joined: [DocumentPath]) throws -> (notices: [String], completed: [DocumentPath]) {
        let completed = try writer.settleCompletions(since: own, joined: joined)
        try settleProofs()
        let notices = try updateSuccessors(after: joined + completed)
        guard let before else { return (notices, completed) }
        return (try notices + settleMerges(since: before) + restored(since: before), completed)
    }

    /// Completes or reopens tasks that demand a photo, as required by the merged photos, in a separate commit if
    /// anything changes.
    private func settleProofs() throws {
        let reader = try GitReader(tipOf: store)
        let tasks = try reader.provableTasks(among: changed)
        if !tasks.isEmpty { _ = try writer.write(command: nil) { try $0.proofSettling.settle(of: tasks) } }
    }

    /// Updates the successors of joined tasks, in a separate commit if anything changes.
    private func updateSuccessors(after joined: [DocumentPath]) throws -> [String] {
        let tasks = joined.filter { $0.kind == .task }
        return tasks.isEmpty
            ? [] : try writer.write(command: nil) { try $0.seriesSettling.updateSuccessors(after: tasks) }.result
    }

    /// Settles merges of members or categories that were made independently, in a separate commit if anything changes.
    ///
    /// - Parameter tree: the tree before the received commits were merged.
    private func settleMerges(since tree: ObjectID) throws -> [String] {
        let reader = try GitReader(tipOf: store)
        if changed.allSatisfy({ ![.member, .category, .task].contains($0.kind) }) { return [] }
        let before = GitReader(store, tree: tree, workTree: nil)
        let news = try MergeNotices.sentences(changed: changed, before: before, after: reader)
        guard try reader.mayHaveMergesToSettle(changed: changed) else { return news }
        let settled = try writer.write(command: nil) { try $0.mergeSettling.settle(changed: changed) }.result
        return settled.isEmpty ? news : settled
    }

    /// Messages about documents that were in the trash and are no longer there, because they had been edited.
    ///
    /// - Parameter tree: the tree before the received commits were merged.
    private func restored(since tree: ObjectID) throws -> [String] {
        if changed.isEmpty { return [] }
        let before = GitReader(store, tree: tree, workTree: nil)
        let sentence = MergeNotices.restored(changed: changed, before: before, after: try GitReader(tipOf: store))
        return [sentence].compactMap(\.self)
    }

    /// Returns the documents in a list that no longer have a conflict.
    func settledDocuments(among conflicted: [DocumentPath]) throws -> Set<DocumentPath> {
        if conflicted.isEmpty { return [] }
        let reader = try GitReader(tipOf: store)
        return Set(try conflicted.filter { try reader.document(at: $0)?.conflicts.isEmpty ?? false })
    }
}
