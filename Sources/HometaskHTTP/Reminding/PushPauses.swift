// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskWebPush
import Synchronization

/// The pauses that push services requested in their answers, per phone. RFC 8030 leaves open whether a pause applies to
/// one phone or to the whole server. A service that means all phones says so for each, and no phone waits because of
/// another.
final class PushPauses: Sendable {
    private let ends = Mutex<[PushEndpoint: Timestamp]>([:])

    /// The end of a pause; nil if there is none.
    func end(of endpoint: PushEndpoint, at now: Timestamp) -> Timestamp? {
        ends.withLock { ends in
            // A pause beyond the maximum was begun before the clock was set back.
            ends = ends.filter { (1...Int64(PushOutcome.longestPause)).contains($0.value.seconds - now.seconds) }
            return ends[endpoint]
        }
    }

    /// Begins or extends a pause.
    func begin(of endpoint: PushEndpoint, until end: Timestamp) {
        ends.withLock { $0[endpoint] = max(end, $0[endpoint] ?? end) }
    }
}
