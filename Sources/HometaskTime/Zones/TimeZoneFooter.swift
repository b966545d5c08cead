// SPDX-License-Identifier: Apache-2.0

/// The rule for all times after the table of a TZif file: a POSIX TZ string, extended to hours from -167 to 167 by RFC
/// 9636 (section 3.3.1), such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneFooter: Hashable, Sendable {
    /// The day of a year on which the clock changes.
    enum Day: Hashable, Sendable {
        /// `J1` to `J365`: 29 February is never counted.
        case withoutLeapDay(Int)
        /// `0` to `365`: 29 February is counted.
        case withLeapDay(Int)
        /// `M3.5.0`: the week 5 is the last; the weekday 0 is Sunday.
        case weekday(month: Int, week: Int, weekday: Int)

        /// The day's number since 1970.
        func number(in year: Int) -> Int {
            let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
            switch self {
            case .withoutLeapDay(let day):
                return newYear + day - (CivilDate.isLeap(year) && day >= 60 ? 0 : 1)
            case .withLeapDay(let day):
                return newYear + day
            case .weekday(let month, let week, let weekday):
                let first = CivilDate.dayNumber(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday, 4 when Sunday is 0.
                let day = floorRemainder(weekday - floorRemainder(first + 4, 7), 7) + (week - 1) * 7
                let length = CivilDate.daysInMonth(month, of: year)
                return first + (day < length ? day : day - 7)
            }
        }
    }

    /// When a local time begins each year: seconds after midnight, in the local time before the change.
    struct Change: Hashable, Sendable {
        let day: Day
        let seconds: Int
    }

    /// The local time during part of each year.
    struct Daylight: Hashable, Sendable {
        let localTime: TimeZoneRules.LocalTime
        let start: Change
        let end: Change
    }

    let standard: TimeZoneRules.LocalTime
    let daylight: Daylight?

    func localTime(at instant: Int64) -> TimeZoneRules.LocalTime {
        transitions(around: instant).last { $0.start <= instant }?.localTime ?? standard
    }

    /// The transitions in the year of an instant, the two years before and the year after, in order.
    ///
    /// If the end of one year's daylight-saving time coincides with the start of the next (a zone with daylight-saving
    /// time all year), the start comes last and takes effect.
    func transitions(around instant: Int64) -> [TimeZoneRules.Transition] {
        guard let daylight else { return [] }
        let year = Self.year(of: instant)
        var result: [TimeZoneRules.Transition] = []
        for year in (year - 2)...(year + 1) {
            let start = clock(daylight.start, in: year) - Int64(standard.offset)
            let end = clock(daylight.end, in: year) - Int64(daylight.localTime.offset)
            result.append(.init(start: end, localTime: standard))
            result.append(.init(start: start, localTime: daylight.localTime))
        }
        // An explicit tie-break for equal starts: an end before a start.
        return result.enumerated()
            .sorted { ($0.element.start, $0.offset % 2) < ($1.element.start, $1.offset % 2) }
            .map { $0.element }
    }

    private func clock(_ change: Change, in year: Int) -> Int64 {
        Int64(change.day.number(in: year)) * 86_400 + Int64(change.seconds)
    }

    private static func year(of instant: Int64) -> Int {
        CivilTime(secondsOnClock: instant).date.year
    }
}
