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
    static func begin(_ family: FamilyDraft, in replica: GitReplica) async throws {
        try replica.pool.withParts { parts in
            var identity = try parts.branch.identities.current()
            identity.name = family.device
            try parts.branch.identities.keep(identity)
        }
        _ = try await replica.write(command: nil) { try $0.family.create(family) }
    }

    /// Fetches the family from the only remote of a replica.
    static func clone(
        into replica: GitReplica, timeout: Int, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws {
        try await replica.pool.withParts { parts in
            let clone = FamilyClone(
                store: parts.store, branch: parts.branch, status: parts.status,
                thumbnails: ThumbnailFetcher(store: parts.store), dependencies: parts.dependencies)
            try await clone.run(timeout: timeout, progress: progress)
        }
    }

    /// Flushes everything to the disk.
    static func flush(_ replica: GitReplica) throws {
        try replica.pool.withParts { parts in
            let store = parts.store
            try parts.branch.lock.withLock { try CommitRecovery(store).settle() }
            do throws(GitError) {
                try store.repository.configuration.flushToDisk()
            } catch {
                throw error.replicaError(subject: "the repository's settings")
            }
            do throws(FileError) {
                try WholeFile.flush(store.gitDirectory + "HEAD")
                try WholeFile.flush(store.gitDirectory)
            } catch {
                throw error.replicaError
            }
        }
    }

    /// Records that the folder in which the device's identity was drawn has moved to its current path.
    static func moveIn(_ replica: GitReplica) throws {
        try replica.pool.withParts { try $0.branch.identities.moveIn() }
    }

    /// Returns the error of the first file of a replica's repository that cannot be read; nil if all can.
    static func readFailure(of replica: GitReplica) -> ReplicaError? {
        (try? replica.pool.withParts { $0.recovery.readFailure() }) ?? nil
    }
}
