// SPDX-License-Identifier: Apache-2.0

import HometaskReplica
import Synchronization

/// The families that a command has opened. The upkeep of those that need it begins when the command has done its work.
final class PendingUpkeep: Sendable {
    private let replicas = Mutex<[any Replica]>([])

    /// Those of the command that runs now.
    @TaskLocal static var current: PendingUpkeep?

    func add(_ replica: any Replica) { replicas.withLock { $0.append(replica) } }

    /// Begins what is to be done, apart from this command.
    func begin(in environment: CommandEnvironment) async {
        for replica in replicas.withLock({ $0 }) where await replica.needsUpkeep() {
            environment.beginUpkeep(replica.folder)
        }
    }
}
