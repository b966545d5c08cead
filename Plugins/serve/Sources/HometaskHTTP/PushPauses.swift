// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskWebPush
import Synchronization

/// Until when push services want no messages: each said so in the answer to one, for all phones that it reaches.
final class PushPauses: Sendable {
    /// The ends of the pauses by the names of the services' machines.
    private let ends = Mutex<[String: Timestamp]>([:])

    /// When a service takes messages again; nil if it takes them now.
    func end(of service: String, at now: Timestamp) -> Timestamp? {
        ends.withLock { ends in
            // One that is longer than any was begun before the clock was set back.
            ends = ends.filter { (1...Int64(PushOutcome.longestPause)).contains($0.value.seconds - now.seconds) }
            return ends[service]
        }
    }

    /// Keeps to a pause of a service.
    func begin(of service: String, until end: Timestamp) {
        ends.withLock { $0[service] = max(end, $0[service] ?? end) }
    }
}
