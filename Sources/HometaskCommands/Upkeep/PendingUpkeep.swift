// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import Synchronization

/// The families that a command has opened. Upkeep of those that need it starts at the end of the command.
final class PendingUpkeep: Sendable {
    private let replicas = Mutex<[any StorageUpkeep & RepositoryFolder]>([])

    /// The families of the current command.
    @TaskLocal static var current: PendingUpkeep?

    func add(_ replica: any StorageUpkeep & RepositoryFolder) { replicas.withLock { $0.append(replica) } }

    /// Starts the necessary upkeep in other processes.
    func begin(in environment: CommandEnvironment) {
        for replica in replicas.withLock({ $0 }) where replica.needsUpkeep() {
            environment.beginUpkeep(replica.folder)
        }
    }
}
