// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Synchronization

/// Limits the number of concurrent requests per key, such as a phone or a family.
final class RequestSlots<Key: Hashable & Sendable>: Sendable {
    /// A slot taken by a request, released when the object is deallocated.
    final class Slot: Sendable {
        private let slots: RequestSlots
        private let key: Key

        fileprivate init(_ slots: RequestSlots, _ key: Key) {
            self.slots = slots
            self.key = key
        }

        deinit { slots.release(key) }
    }

    private let most: Int
    private let taken = Mutex<[Key: Int]>([:])

    /// - Parameter most: the maximum number of concurrent requests per key.
    init(most: Int) { self.most = most }

    /// Takes one of a key's slots.
    ///
    /// - Throws: ``ServerFault`` (429) if none is free.
    func takeSlot(_ key: Key) throws(ServerFault) -> Slot {
        let isFree = taken.withLock { counts in
            guard counts[key, default: 0] < most else { return false }
            counts[key, default: 0] += 1
            return true
        }
        guard isFree else {
            throw ServerFault(.tooManyRequests, "busy", message: "too many requests have no answer yet", wait: 1)
        }
        return Slot(self, key)
    }

    /// Runs a body in a slot.
    ///
    /// - Throws: ``ServerFault`` (429) if no slot is free.
    func with<Result>(_ key: Key, _ body: () async throws -> Result) async throws -> Result {
        let slot = try takeSlot(key)
        defer { withExtendedLifetime(slot) {} }
        return try await body()
    }

    private func release(_ key: Key) {
        taken.withLock { counts in
            counts[key, default: 1] -= 1
            if counts[key] == 0 { counts[key] = nil }
        }
    }
}
