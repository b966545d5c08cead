// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskWebPush
import Synchronization

/// The pauses requested by push services in their responses, per phone. RFC 8030 leaves open whether a pause applies to
/// one phone or to the whole server. Pauses are kept per phone, so that no phone waits because of another; a service
/// that means all phones repeats its request for each of them.
final class PushPauses: Sendable {
    private let ends = Mutex<[PushEndpoint: Timestamp]>([:])

    /// Returns the end of an endpoint's pause; nil if there is none.
    func end(of endpoint: PushEndpoint, at now: Timestamp) -> Timestamp? {
        ends.withLock { ends in
            // A pause longer than the maximum means that the clock was set back after the pause began.
            ends = ends.filter { (1...Int64(PushOutcome.longestPause)).contains($0.value.seconds - now.seconds) }
            return ends[endpoint]
        }
    }

    /// Begins or extends a pause.
    func begin(of endpoint: PushEndpoint, until end: Timestamp) {
        ends.withLock { $0[endpoint] = max(end, $0[endpoint] ?? end) }
    }
}
