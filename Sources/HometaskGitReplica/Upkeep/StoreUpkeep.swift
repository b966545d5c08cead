// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskPlatform
import HometaskReplica

/// Keeps a growing repository small and quick to read, while other processes work in it.
///
/// Each change writes a few small files and a record in the journal. Periodically their objects are packed, small packs
/// are combined into larger ones, and records whose objects are in packs are removed from the journal. The slow part
/// needs no lock: a new pack is made in a separate folder and replaces others only when it is complete, and other
/// processes only append to the journal. If the process is killed, the next run completes the work.
struct StoreUpkeep {
    private let store: FamilyStore
    private let local: LocalFiles
    private let journal: CommitJournal

    init(_ store: FamilyStore) {
        self.store = store
        local = store.local
        journal = CommitJournal(in: local.folder)
    }

    /// Returns whether there is enough to do. Usually the size of the journal alone shows that there is not.
    ///
    /// - Parameter hasFetched: whether packs may have arrived, through a fetch or with photos: packs are examined only
    ///   then.
    func isDue(hasFetched: Bool) -> Bool {
        let size = journal.size
        return size >= CommitJournal.upkeepSize
            || (size >= CommitJournal.upkeepSize / 8 && store.repository.packs.hasManyLooseObjects)
            || (hasFetched && (store.repository.packs.hasManyPacks || store.repository.packs.hasManyKeptPacks))
    }

    /// Performs the upkeep of the repository in a folder, on a ``WaitingThread``.
    ///
    /// It opens the repository once more: the handles of a replica are reserved for the replica's own calls.
    static func run(inFolder folder: String) async throws -> UpkeepReport? {
        try await WaitingThread.run {
            Result { try StoreUpkeep(GitReplicaProvider.openStore(at: folder)).run() }
        }.get()
    }

    /// Performs the upkeep.
    ///
    /// - Returns: what was done; nil if another process is doing it.
    func run() throws -> UpkeepReport? {
        try ProcessLock(path: store.repository.commonDirectory + "hometask/upkeep-lock").withLockIfFree {
            do {
                let written = try followedJournal()
                var report = UpkeepReport()
                report.objects = try consolidate()
                report.objects += try settle(written)
                report.photoPacks = try store.repository.packs.consolidateKept()
                report.leftovers = store.repository.packs.removeLeftovers()
                return report
            } catch let error as GitError {
                throw error.replicaError(subject: "the object store")
            }
        }
    }

    /// Returns the content of the journal, after the working tree has followed all commits in it, though its files may
    /// not be flushed yet.
    private func followedJournal() throws -> [UInt8] {
        // Read first: for a commit that is added later, it is not known whether its files have been written.
        let written = try withBranchLock { try journal.contents() }
        _ = try ProcessLock(path: local.folder + "worktree-lock").withLock { try WorkTree(store, local)?.follow() }
        return written
    }

    /// Packs all objects; if a pack is damaged, which 'doctor' reports, at least the newest ones.
    private func consolidate() throws(GitError) -> Int {
        // 'git gc' may in the meantime remove packs and objects that existed a moment ago.
        for _ in 0..<3 {
            do {
                return try store.repository.packs.consolidate()
            } catch {
                if error.code == .corrupt { break }
                guard error.code == .notFound else { throw error }
                try store.repository.refresh()
            }
        }
        return try store.repository.packs.packLooseObjects()
    }

    /// Removes the records that the journal contained when this run began, once everything in them is flushed
    /// elsewhere.
    ///
    /// - Returns: the number of objects that had to be stored again.
    private func settle(_ written: [UInt8]) throws -> Int {
        let records = CommitJournal.records(in: written)
        let lost = try store.repository.restore(records.flatMap(\.objects))
        if lost > 0 { try store.repository.packs.packLooseObjects() }
        // This includes the files of the working tree: without the journal, older files would count as hand edits.
        store.repository.flushFileSystems()
        try withBranchLock {
            // A prune that has ended since may have removed objects that were checked before.
            guard store.repository.packs.isMarkedUnpruned else { return }
            try CommitRecovery(store).flushMoves(records)
            try journal.drop(written)
        }
        return lost
    }

    private func withBranchLock<Result>(_ body: () throws -> Result) throws -> Result {
        try ProcessLock(path: local.folder + "lock").withLock(body)
    }
}
