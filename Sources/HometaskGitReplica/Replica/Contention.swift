// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform

/// Optimistic retries for processes that write to one repository concurrently.
enum Contention {
    /// The number of attempts before giving up.
    static let attempts = 40

    /// Repeats an attempt until it succeeds.
    ///
    /// - Parameters:
    ///   - failure: the error to throw if every attempt was overtaken.
    ///   - attempt: returns nil if it was overtaken by another process and changed nothing.
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

    /// Returns the error of a change of the family that was overtaken in every attempt.
    ///
    /// - Parameter moment: the interrupted operation: "during the merge".
    static func familyChanged(_ moment: String) -> ReplicaError {
        ReplicaError(
            .busy, "other programs changed the family \(attempts) times in a row \(moment)",
            hint: "Nothing was changed; try again.")
    }
}
