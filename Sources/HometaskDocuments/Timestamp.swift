// SPDX-License-Identifier: Apache-2.0

/// An instant in whole seconds, as documents hold it: RFC 3339 in UTC, `2025-11-21T09:31:40Z`.
///
/// A wall clock is only ever a tie-breaker and something to show, so seconds are enough, and a clock that is wrong
/// cannot do harm.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let seconds: Int64

    /// An instant from seconds since 1970, clamped into the years 0000 to 9999 that RFC 3339 can write.
    public init(seconds: Int64) {
        self.seconds = min(max(seconds, Self.earliest), Self.latest)
    }

    private static let earliest: Int64 = -62_167_219_200
    private static let latest: Int64 = 253_402_300_799

    /// Whether one instant is earlier than another.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }
}
