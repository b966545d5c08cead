// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskPlatform
import HometaskSystem

/// Restores the newest commits that were announced and then lost: through a power cut or a removed USB stick before
/// they were flushed, or through a `git prune` that considered their objects unreachable.
struct CommitRecovery {
    private let store: FamilyStore
    private let local: LocalFiles
    private let journal: CommitJournal

    init(_ store: FamilyStore) {
        self.store = store
        local = store.local
        journal = CommitJournal(in: local.folder)
    }

    /// Replays the journal if some of its content may be lost: the machine was restarted, a prune has ended, or the
    /// branch is behind the last announced commit and was not moved on purpose.
    ///
    /// If nothing can be written, the readable state is used; a command that writes fails for the same reason.
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

    /// Replays the journal because something could not be read.
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

    /// Stores again the objects of the journal that the repository lacks, and marks the store so that the end of a
    /// later prune is detected. The caller holds the branch's lock.
    func restoreAfterPrune() throws {
        guard !store.repository.packs.isMarkedUnpruned else { return }
        do {
            try restoreObjects(journal.records())
        } catch let error as GitError {
            throw error.replicaError(subject: "the objects that a prune removed")
        }
        store.repository.packs.markUnpruned()
    }

    /// Packs and flushes the journalled objects, then removes the journal. The caller holds the branch's lock.
    func settle() throws {
        do {
            try settle(journal.records())
        } catch let error as GitError {
            throw error.replicaError(subject: "the newest commits")
        }
    }

    private var isNeeded: Bool {
        journal.isOfEarlierSession || !store.repository.packs.isMarkedUnpruned || isSetBack
    }

    private func replay() throws {
        do {
            let records = try journal.records()
            // A prune may remove the restored objects.
            try DamageRecovery.repeating({ try replay(records) }, after: { try store.repository.refresh() })
        } catch let error as GitError {
            throw error.replicaError(subject: "the data written before the power failure")
        }
    }

    private func replay(_ records: [CommitJournal.Record]) throws {
        try restoreObjects(records)
        if let last = records.last { BranchRecovery(store).restoreHead(to: last.branch) }
        for branch in Set(records.map(\.branch)) {
            try BranchRecovery(store).restore(branch, records.filter { $0.branch == branch })
        }
        if let last = records.last { try restoreIdentity(last) }
        try WorkTree(store, local)?.restoreFiles(since: records.flatMap { [$0.old, $0.new] })
        // A prune in progress may prevent this; then the journal stays, and the next command replays it again.
        try? settle(records)
    }

    @discardableResult
    private func restoreObjects(_ records: [CommitJournal.Record]) throws -> Int {
        try store.repository.restore(records.flatMap(\.objects))
    }

    private func settle(_ records: [CommitJournal.Record]) throws {
        try store.repository.packs.packLooseObjects()
        // The objects are in a pack by now, except those that a prune removed just before.
        if try restoreObjects(records) > 0 { try store.repository.packs.packLooseObjects() }
        // This includes the files of the working tree: without the journal, older files would count as hand edits.
        store.repository.flushFileSystems()
        try flushMoves(records)
        journal.remove()
    }

    /// Flushes the branches and the device's identity in their recorded states. The caller holds the branch's lock.
    func flushMoves(_ records: [CommitJournal.Record]) throws {
        for branch in Set(records.map(\.branch)) where try store.repository.references.target(of: branch) != nil {
            try store.repository.references.flushReference(branch)
        }
        do {
            try WholeFile.flush(local.folder + DeviceIdentity.localName)
            try WholeFile.flush(local.folder)
        } catch {
            throw error.replicaError
        }
    }

    /// Whether the branch is not at the last announced commit, and was not moved on purpose.
    private var isSetBack: Bool {
        guard let last = try? journal.lastMove() else { return true }
        guard let tip = try? store.repository.references.target(of: last.branch) else {
            return BranchRecovery(store).isBranchInUse(last.branch)
        }
        return tip != last.commit && !BranchRecovery(store).wasMoved(last.branch, to: tip, since: journal.written)
    }

    /// Restores the announcement of the last commit if the file that contains it is older or torn.
    private func restoreIdentity(_ record: CommitJournal.Record) throws {
        guard let announced = DeviceIdentity(record.identity) else { return }
        guard var stored = try local.read(DeviceIdentity.localName).flatMap({ DeviceIdentity($0) }) else {
            return try local.replaceFile(DeviceIdentity.localName, record.identity, durably: true)
        }
        guard stored.actor == announced.actor, stored.announced != announced.announced else { return }
        stored.announced = announced.announced
        stored.isDeclared = announced.isDeclared
        try local.replaceFile(DeviceIdentity.localName, stored.bytes, durably: true)
    }
}
