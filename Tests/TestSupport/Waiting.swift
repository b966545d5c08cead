// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Waiting for what other processes do.
public enum Waiting {
    /// Looks again and again whether something has come about, and no more once it has.
    ///
    /// - Parameters:
    ///   - seconds: when it is given up, roughly: what the condition takes is not counted.
    ///   - pause: the time between two looks, in microseconds.
    /// - Returns: whether it came about.
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
