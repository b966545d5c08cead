// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskWebPush
import Synchronization

/// Until when push services want no messages for a phone: each said so in the answer to one. Whether it means that phone or
/// the whole server, RFC 8030 leaves open. A service that means all says so to each, and no phone waits for another's sake.
final class PushPauses: Sendable {
    private let ends = Mutex<[PushEndpoint: Timestamp]>([:])

    /// When messages are taken again; nil if they are now.
    func end(of endpoint: PushEndpoint, at now: Timestamp) -> Timestamp? {
        ends.withLock { ends in
            // One that is longer than any was begun before the clock was set back.
            ends = ends.filter { (1...Int64(PushOutcome.longestPause)).contains($0.value.seconds - now.seconds) }
            return ends[endpoint]
        }
    }

    /// Keeps to a pause.
    func begin(of endpoint: PushEndpoint, until end: Timestamp) {
        ends.withLock { $0[endpoint] = max(end, $0[endpoint] ?? end) }
    }
}
