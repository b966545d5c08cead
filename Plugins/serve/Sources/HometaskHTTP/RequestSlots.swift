// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Synchronization

/// Bounds how many requests of one phone, or of one family, are worked on at a time.
final class RequestSlots<Key: Hashable & Sendable>: Sendable {
    private let most: Int
    private let taken = Mutex<[Key: Int]>([:])

    /// - Parameter most: the largest number of requests for each key.
    init(most: Int) { self.most = most }

    /// Works on a request.
    ///
    /// - Throws: ``ServerFault`` (429) if there are too many already.
    func with<Result>(_ key: Key, _ body: () async throws -> Result) async throws -> Result {
        try taken.withLock { counts in
            guard counts[key, default: 0] < most else {
                throw ServerFault(.tooManyRequests, "busy", "too many requests have no answer yet", wait: 1)
            }
            counts[key, default: 0] += 1
        }
        defer {
            taken.withLock { counts in
                counts[key, default: 1] -= 1
                if counts[key] == 0 { counts[key] = nil }
            }
        }
        return try await body()
    }
}
