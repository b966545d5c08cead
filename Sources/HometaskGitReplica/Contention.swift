// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily

/// What happens where several processes write to one repository: each tries again until it was the fastest.
enum Contention {
    /// How often something is tried before it is given up.
    static let attempts = 40

    /// Does something until it succeeds.
    ///
    /// - Parameters:
    ///   - failure: what to throw where others were faster each time.
    ///   - attempt: nil if another process was faster, and nothing is changed.
    static func retrying<Result>(
        or failure: @autoclosure () -> ReplicaError, _ attempt: () throws -> Result?
    ) throws -> Result {
        for number in 0..<attempts {
            if let result = try attempt() { return result }
            pause(after: number)
        }
        throw failure()
    }

    /// Waits a moment, which is random and longer after more attempts.
    static func pause(after attempt: Int) {
        usleep(UInt32.random(in: 0..<(1000 << min(attempt, 6))))
    }

    /// The error of a change of the family that others were faster than each time.
    ///
    /// - Parameter moment: what was under way: "during the merge".
    static func familyChanged(_ moment: String) -> ReplicaError {
        ReplicaError(
            .busy, "other programs changed the family \(attempts) times in a row \(moment)",
            hint: "Nothing was changed; run the command again.")
    }
}
