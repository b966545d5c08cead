// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica
import HometaskSystem

/// The operations that ``GitReplicaProvider`` performs on a new repository.
extension GitReplica {
    /// Makes the first commit of a new family.
    func begin(_ family: FamilyDraft) throws {
        var identity = try branch.identities.current()
        identity.name = family.device
        try branch.identities.keep(identity)
        _ = try write(command: nil) { transaction in
            try transaction.create(
                .family,
                fields: [
                    "name": .string(family.name), "zone": .string(family.zone),
                    "email": family.email.map { .string($0) },
                    "created": ["at": .string(transaction.now.rfc3339)],
                ])
            try transaction.views.addFirst()
            transaction.describe("founded the family")
        }
    }

    /// Fetches the family from its only remote.
    func clone(timeout: Int, progress: @escaping @Sendable (SyncProgress) -> Void) async throws {
        let clone = FamilyClone(
            store: store, branch: branch, status: statusReader, thumbnails: ThumbnailFetcher(store: store),
            dependencies: dependencies)
        try await clone.run(timeout: timeout, progress: progress)
    }

    /// Flushes everything to the disk.
    func flush() throws {
        try branch.lock.withLock { try CommitRecovery(store).settle() }
        do throws(GitError) {
            try store.repository.configuration.flushToDisk()
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
        do {
            try WholeFile.flush(store.gitDirectory + "HEAD")
            try WholeFile.flush(store.gitDirectory)
        } catch {
            throw error.replicaError
        }
    }

    /// Records that the folder in which the device's identity was drawn has moved to its current path.
    func moveIn() throws { try branch.identities.moveIn() }

    /// The error of the first file of the repository that cannot be read; nil if all can.
    func readFailure() -> ReplicaError? { recovery.readFailure() }
}
