// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskGit
import HometaskSystem

/// Puts the newest commits back that were announced and are lost: by a power cut or a pulled stick before they were on
/// the disk, or by a `git prune` that took their objects for unreachable.
struct CommitRecovery {
    private let store: FamilyStore
    private let local: LocalFiles
    private let journal: CommitJournal

    init(_ store: FamilyStore) {
        self.store = store
        local = store.local
        journal = CommitJournal(in: local.folder)
    }

    /// Plays the journal back where something that it holds may be lost: the machine was started again, a prune has
    /// ended, or the branch stands before the last commit that was announced, and nobody moved it there.
    ///
    /// Where nothing can be written, what can be read is shown as it is; whoever writes meets the same obstacle.
    func runIfNeeded() throws {
        guard journal.exists, isNeeded else { return }
        do {
            try withLocks {
                if journal.exists, isNeeded { try replay() }
            }
        } catch let error as ReplicaError {
            guard [.permission, .diskFull, .inputOutput, .busy].contains(error.code) else { throw error }
        }
    }

    /// Plays the journal back because something could not be read.
    ///
    /// - Returns: whether there was a journal, so that reading again may succeed.
    func runAfterDamage() throws -> Bool {
        try withLocks {
            guard journal.exists else { return false }
            try replay()
            return true
        }
    }

    private func withLocks<Result>(_ body: () throws -> Result) throws -> Result {
        try ProcessLock(path: local.folder + "worktree-lock").withLock {
            try ProcessLock(path: local.folder + "lock").withLock(body)
        }
    }

    /// Stores the objects again that the journal holds and the repository has not, and marks the end of any prune from
    /// here on. The branch's lock is held.
    func restoreAfterPrune() throws {
        guard !store.repository.isMarkedUnpruned else { return }
        do {
            try restoreObjects(journal.records())
        } catch let error as GitError {
            throw error.replicaError(subject: "the objects that a prune removed")
        }
        store.repository.markUnpruned()
    }

    /// Puts all that the journal holds on the disk, and begins it again. The branch's lock is held.
    func settle() throws {
        do {
            try settle(journal.records())
        } catch let error as GitError {
            throw error.replicaError(subject: "the newest commits")
        }
    }

    private var isNeeded: Bool {
        journal.isOfEarlierSession || !store.repository.isMarkedUnpruned || isSetBack
    }

    private func replay() throws {
        do {
            let records = try journal.records()
            try restoreObjects(records)
            if let last = records.last { BranchRecovery(store).restoreHead(to: last.branch) }
            for branch in Set(records.map(\.branch)) {
                try BranchRecovery(store).restore(branch, records.filter { $0.branch == branch })
            }
            if let last = records.last { try restoreIdentity(last) }
            try WorkTree(store, local)?.followAnew(since: records.flatMap { [$0.old, $0.new] })
            // A prune that goes on may hinder this; the journal stays then, and the next command plays it back again.
            try? settle(records)
        } catch let error as GitError {
            throw error.replicaError(subject: "the data written before the power failure")
        }
    }

    @discardableResult
    private func restoreObjects(_ records: [CommitJournal.Record]) throws -> Int {
        try store.repository.restore(records.flatMap(\.objects))
    }

    private func settle(_ records: [CommitJournal.Record]) throws {
        try store.repository.packLooseObjects()
        // In a pack by now, but for those that a prune took away just before.
        if try restoreObjects(records) > 0 { try store.repository.packLooseObjects() }
        // The files of the working tree as well: without the journal, older ones would count as edits made by hand.
        store.repository.flushFileSystems()
        try flushMoves(records)
        journal.remove()
    }

    /// Waits until the branches and the device's identity, as records left them, are on the disk. The branch's lock is
    /// held.
    func flushMoves(_ records: [CommitJournal.Record]) throws {
        for branch in Set(records.map(\.branch)) where try store.repository.reference(branch) != nil {
            try store.repository.flushReference(branch)
        }
        do {
            try WholeFile.flush(local.folder + DeviceIdentity.localName)
            try WholeFile.flush(local.folder)
        } catch {
            throw error.replicaError
        }
    }

    /// Whether the branch is not at the last announced commit, and nobody moved it on purpose.
    private var isSetBack: Bool {
        guard let last = try? journal.lastMove() else { return true }
        guard let tip = try? store.repository.reference(last.branch) else {
            return BranchRecovery(store).isBranchInUse(last.branch)
        }
        return tip != last.commit && !BranchRecovery(store).wasMoved(last.branch, to: tip, since: journal.written)
    }

    /// The announcement of the last commit, where the file that holds it is older or torn.
    private func restoreIdentity(_ record: CommitJournal.Record) throws {
        guard let announced = DeviceIdentity(record.identity) else { return }
        guard var stored = try local.read(DeviceIdentity.localName).flatMap({ DeviceIdentity($0) }) else {
            return try local.write(DeviceIdentity.localName, record.identity, durably: true)
        }
        guard stored.actor == announced.actor, stored.announced != announced.announced else { return }
        stored.announced = announced.announced
        stored.isDeclared = announced.isDeclared
        try local.write(DeviceIdentity.localName, stored.bytes, durably: true)
    }
}
