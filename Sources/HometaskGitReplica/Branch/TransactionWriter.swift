// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Turns changes of documents into commits on the family's branch.
///
/// If the branch moves in the meantime, a prepared change is published on the new commit unchanged, unless something
/// that it has read or written has changed; then it is made again.
///
/// Not thread-safe; owned by one ``ReplicaParts``.
final class TransactionWriter {
    private let store: FamilyStore
    private let branch: FamilyBranch
    private let workTree: WorkTree?
    private let recovery: DamageRecovery
    private let dependencies: Dependencies

    /// Reviews changes before they are committed.
    var reviewer: (any ChangeReviewer)?
    /// The fields that plugins add.
    var extensions = ExtensionFields.none

    init(
        _ store: FamilyStore, _ branch: FamilyBranch, workTree: WorkTree?, recovery: DamageRecovery,
        dependencies: Dependencies
    ) {
        self.recovery = recovery
        self.store = store
        self.branch = branch
        self.workTree = workTree
        self.dependencies = dependencies
    }

    /// Changes documents atomically, as one commit. Hand edits of the changed documents are committed separately before
    /// it.
    ///
    /// - Parameter entry: the record for `undo` and `redo`; nil for that of the command.
    func write<Result: Sendable>(
        command: String?, noting entry: ((ObjectID) -> CommandLog.Entry)? = nil,
        body: (Transaction) throws -> Result
    ) throws -> WriteResult<Result> {
        try recovery.run { try write(command: command, noting: entry, separatesEdits: true, body: body) }
    }

    /// Changes documents atomically, without repairing damage.
    ///
    /// - Parameter separatesEdits: whether hand edits of the changed documents get a commit of their own before it. The
    ///   edits are then in the history even if the change overwrites them, and `undo` undoes only the command.
    func write<Result: Sendable>(
        command: String?, noting entry: ((ObjectID) -> CommandLog.Entry)? = nil, separatesEdits: Bool,
        body: (Transaction) throws -> Result
    ) throws -> WriteResult<Result> {
        var separatesEdits = separatesEdits
        // A retry makes the same change, so a reviewer need not be asked again.
        let order = WriteOrder(
            command: command, entry: entry, time: dependencies.clock(), draws: EntropyRecord(dependencies.entropy.draw))
        var overtaken: PreparedChange<Result>?
        for attempt in 0..<Contention.attempts {
            let base = try settledBranch()
            // A reviewer is never asked while others wait for the lock, so an unreviewed change is not made then.
            let makesOthersWait = attempt >= Self.patience && (reviewer == nil || overtaken != nil)
            let draft =
                makesOthersWait
                ? try branch.lock.withLock {
                    try tryWriting(
                        order, on: store.branch(), after: overtaken, onlyAsReviewed: reviewer != nil,
                        separatesEdits: separatesEdits, body: body)
                }
                : try tryWriting(order, on: base, after: overtaken, separatesEdits: separatesEdits, body: body)
            switch draft {
            case .written(let written, let takenIn):
                branch.follower.followPublished(takenIn: takenIn)
                return written
            case .edited(let paths):
                separatesEdits = false
                _ = try write(command: HandEditReport.command, separatesEdits: false) { transaction in
                    for path in paths { try transaction.handEdits.takeIn(path) }
                }
            case .overtaken(let change):
                overtaken = change
                // They belong to a commit that is on no branch.
                _ = store.repository.takeUnflushedObjects()
                Contention.pause(after: attempt)
            }
        }
        throw Contention.familyChanged("while this change was made")
    }

    /// Returns the branch to continue from. If commits of other tools were sealed, git may have merged completions of
    /// one task in them, which are settled first.
    private func settledBranch() throws -> (name: String, tip: ObjectID?) {
        let base = try branch.sealed()
        guard let commit = branch.takeSealedOnto() else { return base }
        let tasks = try settleCompletions(since: commit)
        if !tasks.isEmpty { _ = try write(command: nil) { try $0.seriesSettling.updateSuccessors(after: tasks) } }
        return try branch.sealed()
    }

    /// Settles completions that several members made independently, in a separate commit if anything changes.
    ///
    /// - Parameters:
    ///   - commit: a commit from before the documents were merged; nil for none.
    ///   - joined: further documents that were merged.
    /// - Returns: the tasks that changed.
    func settleCompletions(since commit: ObjectID?, joined: [DocumentPath] = []) throws -> [DocumentPath] {
        let reader = try GitReader(tipOf: store)
        let changed = try store.tree(of: commit).flatMap { try reader.paths(changedSince: $0.description) } ?? []
        let paths = Set(joined + changed).filter { $0.kind == .task }.sorted { $0.text < $1.text }
        let tasks = paths.filter { reader.mayHaveSeveralCompletions(at: $0) }
        return tasks.isEmpty ? [] : try write(command: nil) { try $0.completionSettling.settle(at: tasks) }.result
    }

    /// Optimistic attempts before taking the lock. Most changes of others require no retry of this one
    /// (``stands(_:on:as:)``), and a change may take long.
    private static let patience = 6

    /// The input of a write, the same in each attempt.
    private struct WriteOrder {
        let command: String?
        /// The record for `undo` and `redo`; nil for that of the command.
        let entry: ((ObjectID) -> CommandLog.Entry)?
        let time: Timestamp
        let draws: EntropyRecord

        func entry(for commit: ObjectID) -> CommandLog.Entry? {
            if let entry { return entry(commit) }
            return CommandLog.Entry(command, in: commit.description)
        }
    }

    /// A complete change, to be published on the version that it was made upon, or on a later one in which everything
    /// that it has read is unchanged.
    private struct PreparedChange<Result: Sendable> {
        let result: Result
        let transaction: Transaction
        /// The version that the change was made upon.
        let reader: GitReader
        let identity: DeviceIdentity
        /// Whether the change names the device to the family.
        let declares: Bool
        /// The hand edits in the change, with the content that they were read from.
        let takenIn: [String: ObjectID?]
    }

    /// The result of an attempt to write.
    private enum Draft<Result: Sendable> {
        /// The change was made; with the hand edits in it and the content that they were read from.
        case written(WriteResult<Result>, takenIn: [String: ObjectID?])
        /// Nothing was changed: the change touches documents that were edited by hand.
        case edited([DocumentPath])
        /// Nothing was changed: the branch has moved in the meantime, after the change was prepared or before.
        case overtaken(PreparedChange<Result>?)
    }

    /// Makes the change on top of a tip.
    ///
    /// - Parameters:
    ///   - overtaken: the same change as it was prepared on an earlier version.
    ///   - onlyAsReviewed: whether to skip a change that would have to be made and reviewed again.
    private func tryWriting<Result>(
        _ order: WriteOrder, on base: (name: String, tip: ObjectID?), after overtaken: PreparedChange<Result>?,
        onlyAsReviewed: Bool = false, separatesEdits: Bool, body: (Transaction) throws -> Result
    ) throws -> Draft<Result> {
        if let tip = base.tip, try branch.sealer.isForeign(tip) { return .overtaken(overtaken) }
        let tree = try store.tree(of: base.tip)
        let identity = try branch.identities.current(on: base)
        if let overtaken, try stands(overtaken, on: tree, as: identity) {
            return try publish(overtaken, of: order, on: base, tree: tree)
        }
        if onlyAsReviewed { return .overtaken(nil) }
        let reader = GitReader(
            store, tree: tree, workTree: workTree, commit: base.tip, recordsReads: true)
        let transaction = Transaction(
            over: reader, by: Author(actor: identity.actor, time: order.time), for: identity.member,
            generator: order.draws.replayed)
        transaction.rules.extensions = extensions
        let result = try body(transaction)
        try transaction.proofSettling.settle()
        if separatesEdits, !transaction.takenIn.isEmpty {
            return .edited(transaction.takenIn.sorted { $0.text < $1.text })
        }
        let taken = Set(transaction.takenIn.map(\.text))
        let takenIn = reader.editsRead.filter { taken.contains($0.key) }
        // An edit without a new value (only other white space) is recorded by leaving everything as it is.
        if transaction.staged.isEmpty {
            return .written(WriteResult(result: result, commit: nil, settled: []), takenIn: takenIn)
        }
        let isReviewed = order.command != HandEditReport.command || reviewer?.seesHandEdits ?? false
        if isReviewed { try reviewer?.review(transaction, command: order.command) }
        let change = PreparedChange(
            result: result, transaction: transaction, reader: reader, identity: identity,
            declares: try identity.declare(in: transaction), takenIn: takenIn)
        return try publish(change, of: order, on: base, tree: tree)
    }

    /// Returns whether a change can be published on a later version: nothing that it has read or written has changed,
    /// and it would name the same device.
    private func stands<Result>(
        _ change: PreparedChange<Result>, on tree: ObjectID?, as identity: DeviceIdentity
    ) throws -> Bool {
        guard let reads = change.reader.reads, change.reader.editsRead.isEmpty,
            change.identity.declares(theSameAs: identity)
        else { return false }
        return try store.repository.trees.changes(from: change.reader.tree, to: tree).allSatisfy { changed in
            guard let path = DocumentPath(text: changed.path) else { return false }
            return !reads.contains(path) && change.transaction.staged[path] == nil
        }
    }

    private func publish<Result>(
        _ change: PreparedChange<Result>, of order: WriteOrder, on base: (name: String, tip: ObjectID?),
        tree: ObjectID?
    ) throws -> Draft<Result> {
        let transaction = change.transaction
        let commit = try commit(transaction, on: base.tip, tree: tree)
        let isDone = try branch.publish(
            commit, on: base, as: change.identity, declares: change.declares, entry: order.entry(for: commit),
            takenIn: change.takenIn)
        guard isDone else { return .overtaken(change) }
        if let reviewer { reviewer.committed(try transaction.changes(), command: order.command) }
        let written = WriteResult(result: change.result, commit: commit.description, settled: transaction.settled)
        return .written(written, takenIn: change.takenIn)
    }

    /// Writes the commit's objects; moves no reference.
    private func commit(_ transaction: Transaction, on tip: ObjectID?, tree: ObjectID?) throws -> ObjectID {
        do {
            var changes = transaction.staged.map { FileChange.content($0.key.text, $0.value.bytes) }
            // Part of the family's tree from the first commit on, so that every clone merges documents in the same way.
            if tip == nil { changes.append(.content(".gitattributes", Array(MergeDriver.attributes.utf8))) }
            let newTree = try store.writeTree(tree, changes)
            let signature = try Signature(of: transaction)
            return try store.writeCommit(
                tree: newTree, parents: tip.map { [$0] } ?? [], author: signature,
                message: CommitTrailer.naming(
                    transaction.plugins, in: transaction.commitMessage.text(by: signature.name)))
        } catch let error as GitError {
            throw error.replicaError(subject: "the change")
        }
    }
}
