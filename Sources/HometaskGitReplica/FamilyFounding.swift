// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica
import HometaskSystem

/// The steps by which ``GitReplicaProvider`` makes a new repository the replica of a family.
enum FamilyFounding {
    /// Makes the first commit of a new family.
    static func begin(_ family: FamilyDraft, in replica: isolated GitReplica) throws {
        let identities = replica.branch.identities
        var identity = try identities.current()
        identity.name = family.device
        try identities.keep(identity)
        _ = try replica.write(command: nil) { transaction in
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

    /// Fetches the family from the only remote of a replica.
    static func clone(
        into replica: isolated GitReplica, timeout: Int, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws {
        let clone = FamilyClone(
            store: replica.store, branch: replica.branch, status: replica.statusReader,
            thumbnails: ThumbnailFetcher(store: replica.store), dependencies: replica.dependencies)
        try await clone.run(timeout: timeout, progress: progress)
    }

    /// Flushes everything to the disk.
    static func flush(_ replica: isolated GitReplica) throws {
        let store = replica.store
        try replica.branch.lock.withLock { try CommitRecovery(store).settle() }
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
    static func moveIn(_ replica: isolated GitReplica) throws { try replica.branch.identities.moveIn() }

    /// The error of the first file of a replica's repository that cannot be read; nil if all can.
    static func readFailure(of replica: isolated GitReplica) -> ReplicaError? { replica.recovery.readFailure() }
}
