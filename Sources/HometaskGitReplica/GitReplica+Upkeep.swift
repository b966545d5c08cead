// SPDX-License-Identifier: Apache-2.0

import HometaskGit
public import HometaskReplica

extension GitReplica {
    /// Whether it is time for ``upkeep()``.
    public func needsUpkeep() -> Bool { needsStoreUpkeep }

    /// Packs objects, combines small packs, and removes from the journal what the packs hold.
    public nonisolated func upkeep() async throws -> UpkeepReport? {
        do {
            do {
                return try await tidy()
            } catch let error where Self.tellsOfDamage(error) {
                try await recover()
                return try await tidy()
            }
        } catch {
            throw Self.told(error, in: folder)
        }
    }

    private nonisolated func tidy() async throws -> UpkeepReport? {
        let folder = folder
        return try await WaitingThread.run {
            // A handle of its own: those of this replica belong to its own calls.
            Result { try StoreUpkeep(GitReplicaProvider.openStore(at: folder)).run() }
        }.get()
    }

    /// Notes whether it is time for upkeep, after a change or an exchange.
    func noteUpkeep(hasFetched: Bool) {
        needsStoreUpkeep = StoreUpkeep(store).isDue(hasFetched: hasFetched || hasNewPhotoPacks)
    }
}
