// SPDX-License-Identifier: Apache-2.0

import HometaskGit
public import HometaskReplica

extension GitReplica {
    /// Whether it is time for ``upkeep()``.
    public func needsUpkeep() -> Bool { needsStoreUpkeep }

    /// Packs objects, combines small packs, and removes from the journal what the packs hold.
    public nonisolated func upkeep() async throws -> UpkeepReport? {
        let folder = folder
        do {
            return try await WaitingThread.run {
                // A handle of its own: those of this replica belong to its own calls.
                Result { try StoreUpkeep(GitReplicaProvider.openStore(at: folder)).run() }
            }.get()
        } catch {
            throw Self.told(Self.tellsOfDamage(error) ? await readFailure() ?? error : error, in: folder)
        }
    }

    /// Notes whether it is time for upkeep, after a change or an exchange.
    func noteUpkeep(hasFetched: Bool) {
        needsStoreUpkeep = StoreUpkeep(store).isDue(hasFetched: hasFetched)
    }
}
