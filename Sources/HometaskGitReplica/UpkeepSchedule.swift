// SPDX-License-Identifier: Apache-2.0

/// Whether enough was written or received through a replica for ``StoreUpkeep`` to be due.
///
/// Not for several threads: it belongs to one `GitReplica`.
final class UpkeepSchedule {
    private let store: FamilyStore
    private(set) var isDue = false
    /// Whether packs with photos were written or received through this replica.
    private(set) var hasNewPhotoPacks = false

    init(_ store: FamilyStore) {
        self.store = store
    }

    /// Records that a pack with photos was written or received.
    func notePhotoPacks() { hasNewPhotoPacks = true }

    /// Determines whether upkeep is due, after a change or an exchange.
    func update(hasFetched: Bool) {
        isDue = StoreUpkeep(store).isDue(hasFetched: hasFetched || hasNewPhotoPacks)
    }
}
