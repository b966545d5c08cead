// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskGit
import HometaskReplica

/// Puts the newest commits back that a power cut took before they were on the disk.
struct CommitRecovery {
    private let store: FamilyStore
    private let local: LocalFiles
    private let journal: CommitJournal

    init(_ store: FamilyStore) {
        self.store = store
        local = LocalFiles(gitDirectory: store.gitDirectory)
        journal = CommitJournal(in: local.folder)
    }

    /// Plays the journal back where it was written before the machine last started.
    func runIfNeeded() throws {
        guard journal.isOfEarlierStart else { return }
        try ProcessLock(path: local.folder + "lock").withLock {
            guard journal.isOfEarlierStart else { return }
            do {
                try run()
            } catch let error as GitError {
                throw error.replicaError(subject: "what was written before the power went")
            }
        }
    }

    /// Puts all that the journal holds on the disk, and begins it again. The branch's lock is held.
    func settle() throws {
        do {
            try settle(journal.records())
        } catch let error as GitError {
            throw error.replicaError(subject: "the newest commits")
        }
    }

    private func run() throws {
        let records = try journal.records()
        for object in records.flatMap(\.objects) { try store.repository.restore(object) }
        for branch in Set(records.map(\.branch)) {
            try restoreBranch(branch, records.filter { $0.branch == branch })
        }
        if let last = records.last { try restoreIdentity(last) }
        try settle(records)
    }

    private func settle(_ records: [CommitJournal.Record]) throws {
        try store.repository.packLooseObjects()
        for branch in Set(records.map(\.branch)) where try store.repository.reference(branch) != nil {
            try store.repository.flushReference(branch)
        }
        FileBytes.flush(local.folder + DeviceIdentity.localName)
        FileBytes.flush(local.folder)
        journal.remove()
    }

    /// Moves a branch to its last commit, where the disk has an earlier state of it: one that the records lead on from.
    /// A branch that somebody moved since is left.
    private func restoreBranch(_ name: String, _ records: [CommitJournal.Record]) throws {
        guard let last = records.last, store.repository.contains(last.new) else { return }
        let now: ObjectID?
        do {
            now = try store.repository.reference(name)
        } catch {
            // Nothing but a torn file of the reference makes it unreadable; what it named is in the journal.
            unlink(store.repository.commonDirectory + name)
            now = nil
        }
        guard now != last.new, try isEarlier(now, records), try !wasMovedBack(name, from: last.new, to: now)
        else { return }
        let commit = try store.repository.readCommit(last.new)
        _ = try store.repository.moveReference(
            name, from: now, to: last.new, signature: commit.committer,
            message: "\(GitReplica.reflogPrefix)what was done before the power went")
    }

    private func isEarlier(_ tip: ObjectID?, _ records: [CommitJournal.Record]) throws -> Bool {
        if tip == nil { return true }
        var expected = records.last?.new
        for record in records.reversed() where record.new == expected {
            if record.old == tip { return true }
            expected = record.old
        }
        return false
    }

    /// Whether the reflog has a later move than the one to a commit: then the branch does not stand where it stands by
    /// accident.
    private func wasMovedBack(_ name: String, from commit: ObjectID, to tip: ObjectID?) throws -> Bool {
        guard let tip, let moves = try? store.repository.reflog(name, limit: 1000),
            let place = moves.firstIndex(where: { $0.new == commit })
        else { return false }
        return moves[..<place].contains { $0.new == tip }
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
