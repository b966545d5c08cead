// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether enough was written or received through a replica for ``StoreUpkeep`` to be due.
final class UpkeepSchedule: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isDue = false
        var hasNewPhotoPacks = false
    }

    /// Whether upkeep was due after the last change or exchange.
    var isDue: Bool { state.withLock(\.isDue) }

    /// Whether packs with photos were written or received through this replica.
    var hasNewPhotoPacks: Bool { state.withLock(\.hasNewPhotoPacks) }

    /// Records that a pack with photos was written or received.
    func notePhotoPacks() { state.withLock { $0.hasNewPhotoPacks = true } }

    /// Determines whether upkeep of a store is due, after a change or an exchange.
    func update(for store: FamilyStore, hasFetched: Bool) {
        let isDue = StoreUpkeep(store).isDue(hasFetched: hasFetched || hasNewPhotoPacks)
        state.withLock { $0.isDue = isDue }
    }
}
