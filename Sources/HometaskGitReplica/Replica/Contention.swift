// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily

/// Retries for several processes that write to one repository: each tries again until no other was faster.
enum Contention {
    /// The number of attempts before giving up.
    static let attempts = 40

    /// Repeats an attempt until it succeeds.
    ///
    /// - Parameters:
    ///   - failure: the error to throw if others were faster each time.
    ///   - attempt: nil if another process was faster and nothing was changed.
    static func retrying<Result>(
        or failure: @autoclosure () -> ReplicaError, _ attempt: () throws -> Result?
    ) throws -> Result {
        for number in 0..<attempts {
            if let result = try attempt() { return result }
            pause(after: number)
        }
        throw failure()
    }

    /// Waits for a random time, which grows with the number of attempts.
    static func pause(after attempt: Int) {
        usleep(UInt32.random(in: 0..<(1000 << min(attempt, 6))))
    }

    /// The error of a change of the family for which others were faster each time.
    ///
    /// - Parameter moment: the interrupted operation: "during the merge".
    static func familyChanged(_ moment: String) -> ReplicaError {
        ReplicaError(
            .busy, "other programs changed the family \(attempts) times in a row \(moment)",
            hint: "Nothing was changed; try again.")
    }
}
