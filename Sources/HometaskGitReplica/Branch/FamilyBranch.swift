// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// The branch that holds the family's documents, to which commits are published.
///
/// Invariant: before the branch moves to a commit, the commit is announced in the journal, and the journal is flushed.
/// The branch moves only from the commit on which the new one was built.
///
/// Not thread-safe; owned by one ``ReplicaParts``.
final class FamilyBranch {
    /// The prefix that distinguishes this program's moves of the branch from git's in the reflog.
    static let reflogPrefix = "hometask: "

    private let store: FamilyStore
    private let workTree: WorkTree?
    /// The journal of commits that may not be flushed yet.
    private let journal: CommitJournal
    /// Reports to observers when HEAD may have moved.
    private let headWatch: HeadWatch
    private let upkeep: UpkeepSchedule

    /// Held while a commit is announced and the branch is moved.
    let lock: ProcessLock
    let follower: WorkTreeFollower
    let identities: IdentityStore
    let undoLog: UndoLog
    let sealer: CommitSealer
    /// Hometask's commit before the commits of other tools that were sealed here, and whose documents may have to be
    /// settled; nil if there are none.
    private var sealedOnto: ObjectID?

    init(
        _ store: FamilyStore, workTree: WorkTree?, headWatch: HeadWatch, upkeep: UpkeepSchedule,
        dependencies: Dependencies
    ) {
        let local = store.local
        let lock = ProcessLock(path: local.folder + "lock")
        follower = WorkTreeFollower(
            workTree, lock: ProcessLock(path: local.folder + "worktree-lock"), branchLock: lock)
        identities = IdentityStore(store, lock: lock, dependencies: dependencies)
        undoLog = UndoLog(local, lock: lock)
        journal = CommitJournal(in: local.folder)
        sealer = CommitSealer(store: store)
        self.lock = lock
        self.store = store
        self.workTree = workTree
        self.headWatch = headWatch
        self.upkeep = upkeep
    }

    /// Whether everything must be packed, so that a new journal can be started.
    var isJournalFull: Bool { journal.isFull }

    /// Returns the branch, verified to be writable. The working tree follows HEAD first; if it cannot, this throws and
    /// changes nothing.
    func writable() throws -> (name: String, tip: ObjectID?) {
        let branch = try store.branch()
        guard store.repository.state == .clean else {
            throw ReplicaError(
                .unsettled, "git is in the middle of \(store.repository.state) here",
                hint: "Finish or abort it ('git merge --abort', 'git rebase --abort') and try again.")
        }
        return try follower.followHead() ?? branch
    }

    /// Returns the branch with a tip of hometask's own; a tip that another tool made is sealed first.
    ///
    /// Everything that is written builds on this, and so on files that contain exactly their documents' meanings.
    func sealed() throws -> (name: String, tip: ObjectID?) {
        for attempt in 0..<Contention.attempts {
            let branch = try writable()
            guard let tip = branch.tip, try sealer.isForeign(tip) else { return branch }
            let seal = try sealer.sealed(tip)
            if try publish(seal, on: branch) {
                sealedOnto = try sealedOnto ?? sealer.origin(of: tip)
            } else {
                Contention.pause(after: attempt)
            }
        }
        throw Contention.familyChanged("while their commits were read")
    }

    /// Returns and clears hometask's commit before the foreign commits that were sealed here.
    func takeSealedOnto() -> ObjectID? {
        defer { sealedOnto = nil }
        return sealedOnto
    }

    /// Publishes a commit of this device, and updates the working tree.
    ///
    /// - Returns: false if the branch has moved in the meantime; then nothing is changed.
    func publish(_ commit: ObjectID, on branch: (name: String, tip: ObjectID?)) throws -> Bool {
        guard try publish(commit, on: branch, as: identities.current(on: branch)) else { return false }
        follower.followPublished()
        return true
    }

    /// Announces a commit in the journal, flushes the journal, and moves the branch to the commit.
    ///
    /// - Parameters:
    ///   - declares: whether the commit names the device to the family.
    ///   - entry: the record for `undo` and `redo`.
    ///   - takenIn: the hand edits in the commit, with the content that they were read from.
    /// - Returns: false if the branch has moved in the meantime; then nothing is changed.
    func publish(
        _ commit: ObjectID, on branch: (name: String, tip: ObjectID?), as identity: DeviceIdentity,
        declares: Bool = false, entry: CommandLog.Entry? = nil, takenIn: [String: ObjectID?] = [:]
    ) throws -> Bool {
        defer { store.repository.releasePacks() }
        return try lock.withLock {
            guard try store.repository.references.target(of: branch.name) == branch.tip,
                let stored = try identities.stored(),
                let tips = try identities.checkedTips(for: stored, as: identity, at: branch.tip)
            else { return false }
            var announcing = stored
            announcing.checkedTips = tips
            announcing.announced = commit
            if declares, stored.member == identity.member { announcing.isDeclared = true }
            store.local.removeLeftovers()
            try workTree?.noteTakenIn(takenIn, by: commit)
            if let entry { try undoLog.append(entry) }
            guard try announce(commit, on: branch, announcing: announcing, instead: stored) else { return false }
            // A prune may have ended while no branch led to the commit.
            try? CommitRecovery(store).restoreAfterPrune()
            upkeep.update(for: store, hasFetched: false)
            return true
        }
    }

    /// - Parameter stored: the identity to keep if the branch cannot be moved.
    private func announce(
        _ commit: ObjectID, on branch: (name: String, tip: ObjectID?), announcing: DeviceIdentity,
        instead stored: DeviceIdentity
    ) throws -> Bool {
        let objects = store.repository.takeUnflushedObjects()
        let length = try journal.append(
            CommitJournal.Record(
                branch: branch.name, old: branch.tip, new: commit, identity: announcing.bytes, objects: objects))
        do {
            try identities.keep(announcing, durably: false)
            try verify(objects)
            if try move(branch, to: commit) { return true }
            // Git moved the branch in between. The commit is therefore on no branch, and the actor is as valid as
            // before.
            _ = journal.takeBack(to: length)
            try identities.keep(stored)
            return false
        } catch {
            // A commit that failed, for instance because of a full disk, must not be published when the journal is
            // replayed.
            let reached = Result { try store.repository.references.target(of: branch.name) }
            if case .success(commit) = reached { return true }
            guard case .success = reached, journal.takeBack(to: length) else { throw journalledCommitError(error) }
            try? identities.keep(stored)
            throw error
        }
    }

    /// Returns the error for a commit that could not be taken out of the journal, or whose branch could not be read
    /// again: the next command moves the branch to it.
    private func journalledCommitError(_ error: any Error) -> ReplicaError {
        let reason = (error as? ReplicaError)?.message ?? "\(error)"
        return ReplicaError(
            .inputOutput,
            "\(reason); the change is in \(store.local.folder)\(CommitJournal.localName), and the next command makes it",
            hint: "\(.showLog) shows the changes.")
    }

    /// Makes sure that the objects of a commit exist: until a branch leads to them, `git prune` may remove them.
    private func verify(_ objects: [StoredObject]) throws {
        do throws(GitError) {
            try store.repository.restoreMissing(objects)
        } catch {
            throw error.replicaError(subject: "the new commit")
        }
    }

    private func move(_ branch: (name: String, tip: ObjectID?), to commit: ObjectID) throws -> Bool {
        do throws(GitError) {
            let written = try store.repository.commits.read(commit)
            let outcome = try store.repository.references.move(
                branch.name, from: branch.tip, to: commit, signature: written.committer,
                message: "\(Self.reflogPrefix)\(CommitTrailer.parts(of: written.message).subject)")
            if outcome == .moved { headWatch.signal() }
            return outcome == .moved
        } catch {
            throw error.replicaError(subject: "the branch \(branch.name)")
        }
    }
}
