// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskReplica
import HometaskSystem

extension GitReplica {
    /// Puts all that there is on the disk.
    func flush() throws {
        try branchLock.withLock { try CommitRecovery(store).settle() }
        do throws(GitError) {
            try store.repository.flushConfiguration()
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

    /// Notes that the folder in which the device's identity was drawn has moved to where it is now.
    func moveIn() throws {
        try branchLock.withLock {
            guard var identity = try storedIdentity() else { return }
            identity.place = try MachinePlace(of: store.gitDirectory, on: dependencies.machine)
            try keep(identity)
        }
    }

    /// Makes the first commit of a new family.
    func begin(_ family: FamilyDraft) throws {
        var identity = try currentIdentity(store.branch())
        identity.name = family.device
        try keep(identity)
        _ = try write(command: nil) { transaction in
            try transaction.create(
                .family,
                [
                    "name": .string(family.name), "zone": .string(family.zone),
                    "email": family.email.map { .string($0) },
                    "created": ["at": .string(transaction.now.rfc3339)],
                ])
            try transaction.addFirstViews()
            transaction.tell("founded the family")
        }
    }
}
