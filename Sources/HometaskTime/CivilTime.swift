// SPDX-License-Identifier: Apache-2.0

/// A date and a time as a calendar and a wall clock show them, without a zone.
///
/// A civil time identifies an instant only together with ``TimeZoneRules``: around a clock change, a civil time may not
/// exist or may occur twice.
public struct CivilTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The day on the calendar; when it begins depends on the zone.
    public let date: CivilDate
    /// The time on the clock.
    public let time: TimeOfDay

    /// Creates a civil time from a date and a time of day.
    public init(date: CivilDate, time: TimeOfDay) {
        self.date = date
        self.time = time
    }

    /// Creates the civil time a number of seconds after 1970-01-01 00:00 on a clock that is never adjusted, clamped to
    /// the range of dates.
    init(secondsOnClock seconds: Int64) {
        let last = Int64(CivilDate.latestNumber) * 86_400 + 86_399
        let bounded = min(max(seconds, Int64(CivilDate.earliestNumber) * 86_400), last)
        date = CivilDate(dayNumber: Int(floorQuotient(bounded, 86_400)))
        time = TimeOfDay(secondOfDay: Int(floorRemainder(bounded, 86_400)))
    }

    /// Seconds since 1970-01-01 00:00 on a clock that is never adjusted.
    var secondsOnClock: Int64 { Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay) }

    /// Earlier dates come first, then earlier times.
    public static func < (left: CivilTime, right: CivilTime) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }

    /// Date and time as ISO 8601 writes them, `2026-11-21T18:00:00`.
    public var description: String { date.description + "T" + time.description }
}
