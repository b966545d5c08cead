// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Makes changes of documents into commits on the family's branch, and starts again on the newer version where another
/// process was faster.
///
/// Not for several threads: it lives inside one `GitReplica`.
final class TransactionWriter {
    private let store: FamilyStore
    private let branch: FamilyBranch
    private let workTree: WorkTree?
    private let recovery: DamageRecovery
    private let dependencies: Dependencies

    /// Looks at changes before they are committed.
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

    /// Changes documents, all or none, as one commit. Hand edits that the change touches get one of their own before it.
    func write<Result: Sendable>(
        command: String?, _ body: (Transaction) throws -> Result
    ) throws -> Written<Result> {
        try recovery.run { try write(command: command, separatesEdits: true, body) }
    }

    /// The same, but repairs nothing.
    ///
    /// - Parameter separatesEdits: whether hand edits that the change touches get a commit of their own before it: so
    ///   what was typed is in the history even where the change overwrites it, and `undo` takes back the command alone.
    func write<Result: Sendable>(
        command: String?, separatesEdits: Bool, _ body: (Transaction) throws -> Result
    ) throws -> Written<Result> {
        var separatesEdits = separatesEdits
        // A change that is made again is the same change, so that a reviewer need not be asked again.
        let time = dependencies.clock()
        let draws = EntropyRecord(dependencies.entropy)
        for attempt in 0..<Contention.attempts {
            let base = try branch.sealed()
            let draft =
                attempt < patience
                ? try tryWriting(command, on: base, at: time, draws, separatesEdits, body)
                : try branch.lock.withLock {
                    try tryWriting(command, on: store.branch(), at: time, draws, separatesEdits, body)
                }
            switch draft {
            case .written(let written, let takenIn):
                branch.follower.followPublished(takenIn: takenIn)
                // The change is made, so whatever hinders this hinders only this.
                if branch.isJournalFull { _ = try? StoreUpkeep(store).run() }
                return written
            case .edited(let paths):
                separatesEdits = false
                _ = try write(command: HandEditReport.command, separatesEdits: false) { transaction in
                    for path in paths { try transaction.handEdits.takeIn(path) }
                }
            case .overtaken: Contention.pause(after: attempt)
            }
        }
        throw Contention.familyChanged("while this change was made")
    }

    /// How many times others may win before they have to wait, for a reviewer as well, who may take a while.
    private var patience: Int { reviewer == nil ? 2 : 6 }

    /// The result of an attempt to write.
    private enum Draft<Result: Sendable> {
        /// The change is made; with the hand edits in it and the content they were read from.
        case written(Written<Result>, takenIn: [String: ObjectID?])
        /// Nothing is changed: it touches documents that were edited by hand.
        case edited([DocumentPath])
        /// Nothing is changed: the branch has moved in the meantime.
        case overtaken
    }

    /// Makes the change on top of a tip.
    private func tryWriting<Result: Sendable>(
        _ command: String?, on base: (name: String, tip: ObjectID?), at time: Timestamp, _ draws: EntropyRecord,
        _ separatesEdits: Bool, _ body: (Transaction) throws -> Result
    ) throws -> Draft<Result> {
        if let tip = base.tip, try branch.sealer.isForeign(tip) { return .overtaken }
        let tree = try store.tree(of: base.tip)
        let identity = try branch.identities.current(on: base)
        let reader = GitReader(store, tree: tree, workTree: workTree, commit: base.tip)
        let transaction = Transaction(
            over: reader, by: Author(actor: identity.actor, time: time), for: identity.member,
            generator: draws.replayed)
        transaction.rules.extensions = extensions
        let result = try body(transaction)
        try transaction.proofSettling.settle()
        if separatesEdits, !transaction.takenIn.isEmpty {
            return .edited(transaction.takenIn.sorted { $0.text < $1.text })
        }
        let taken = Set(transaction.takenIn.map(\.text))
        let takenIn = reader.editsRead.filter { taken.contains($0.key) }
        // An edit that says nothing new (other white space) has been taken in by leaving all as it is.
        if transaction.staged.isEmpty {
            return .written(Written(result: result, commit: nil, settled: []), takenIn: takenIn)
        }
        let isReviewed = command != HandEditReport.command || reviewer?.seesHandEdits ?? false
        if isReviewed { try reviewer?.review(transaction, command: command) }
        let declares = try identity.declare(in: transaction)
        let commit = try commit(transaction, on: base.tip, tree: tree)
        let isDone = try branch.publish(
            commit, on: base, as: identity, declares: declares, command: command, takenIn: takenIn)
        guard isDone else { return .overtaken }
        if let reviewer { reviewer.committed(try transaction.changes(), command: command) }
        let written = Written(result: result, commit: commit.description, settled: transaction.settled)
        return .written(written, takenIn: takenIn)
    }

    /// Writes the commit's objects; moves nothing.
    private func commit(_ transaction: Transaction, on tip: ObjectID?, tree: ObjectID?) throws -> ObjectID {
        do {
            var changes = transaction.staged.map { FileChange.content($0.key.text, $0.value.bytes) }
            // Part of the family's tree from the first commit on, so that every clone merges documents alike.
            if tip == nil { changes.append(.content(".gitattributes", Array(MergeDriver.attributes.utf8))) }
            let newTree = try store.writeTree(tree, changes)
            let signature = try Signature(of: transaction)
            return try store.writeCommit(
                tree: newTree, parents: tip.map { [$0] } ?? [], author: signature,
                message: CommitTrailer.naming(transaction.plugins, in: transaction.diary.message(by: signature.name)))
        } catch let error as GitError {
            throw error.replicaError(subject: "the change")
        }
    }
}
