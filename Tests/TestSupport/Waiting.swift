// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// Polling for effects of other processes.
public enum Waiting {
    /// Polls a condition until it holds or the timeout expires.
    ///
    /// - Parameters:
    ///   - seconds: the approximate timeout, excluding the time taken by the condition.
    ///   - pause: the time between two polls, in microseconds.
    /// - Returns: whether the condition held.
    public static func until(
        within seconds: Double, pausing pause: UInt32 = 10_000, condition: () throws -> Bool
    ) rethrows -> Bool {
        for _ in 0..<Int(seconds * 1_000_000 / Double(pause)) {
            if try condition() { return true }
            usleep(pause)
        }
        return try condition()
    }
}
