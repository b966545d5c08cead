// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// A time zone as a VTIMEZONE component (RFC 5545, section 3.6.5), for a span of years.
struct ZoneComponent {
    private let zone: TimeZoneRules
    private let first: Int
    private let last: Int

    /// The maximum number of years whose clock changes are listed individually.
    private static let mostYears = 60

    /// Creates a component for the years in which the zone is used.
    init(_ zone: TimeZoneRules, years: ClosedRange<Int>) {
        self.zone = zone
        first = min(max(years.lowerBound - 1, 1900), 9_900)
        last = min(max(years.upperBound, first), first + Self.mostYears)
    }

    /// A clock change from one UTC offset to another, both in seconds.
    private struct Change {
        let year: Int
        /// The local time of the change, as the clock showed it before the change.
        let civil: CivilTime
        let from: Int
        let to: Int
        let isDaylight: Bool
        let name: String
    }

    /// Writes the VTIMEZONE: the offset at its beginning, then the clock changes, as yearly rules where possible.
    func writeComponent(_ writer: ContentWriter) throws {
        try writer.line("BEGIN", [], value: "VTIMEZONE")
        try writer.line("TZID", [], value: zone.identifier)
        let start = instant(year: first)
        let offset = zone.offset(at: start)
        let beginning = Change(
            year: first, civil: zone.civil(at: start), from: offset, to: offset, isDaylight: zone.isDaylight(at: start),
            name: zone.abbreviation(at: start))
        try writeChange(beginning, rule: nil, to: writer)
        if let yearly = yearly(from: first, through: last + 8) {
            for (change, rule) in yearly { try writeChange(change, rule: rule, to: writer) }
        } else {
            let tail = yearly(from: last + 1, through: last + 9)
            for year in first...(tail == nil ? last + 10 : last) {
                for change in changes(in: year) { try writeChange(change, rule: nil, to: writer) }
            }
            for (change, rule) in tail ?? [] { try writeChange(change, rule: rule, to: writer) }
        }
        try writer.line("END", [], value: "VTIMEZONE")
    }

    private func writeChange(_ change: Change, rule: String?, to writer: ContentWriter) throws {
        let kind = change.isDaylight ? "DAYLIGHT" : "STANDARD"
        try writer.line("BEGIN", [], value: kind)
        try writer.line("DTSTART", [], value: CalendarTime.basic(change.civil))
        try writer.line("TZOFFSETFROM", [], value: Self.offset(change.from))
        try writer.line("TZOFFSETTO", [], value: Self.offset(change.to))
        try writer.text("TZNAME", [], value: change.name)
        if let rule { try writer.line("RRULE", [], value: rule) }
        try writer.line("END", [], value: kind)
    }

    /// Returns the clock changes of the first year, each with the yearly rule that it follows in all years of the span;
    /// nil if there are no such rules.
    private func yearly(from first: Int, through last: Int) -> [(Change, String)]? {
        let beginnings = changes(in: first)
        var rules = beginnings.map { Set(Self.places($0.civil.date)) }
        for year in first...last {
            let changes = changes(in: year)
            guard changes.count == beginnings.count else { return nil }
            for (index, (change, model)) in zip(changes, beginnings).enumerated() {
                guard change.from == model.from, change.to == model.to, change.civil.time == model.civil.time,
                    change.isDaylight == model.isDaylight
                else { return nil }
                rules[index].formIntersection(Self.places(change.civil.date))
            }
        }
        // ‘-1SU’ sorts before ‘4SU’. Both fit only if the month had four Sundays in each of the years; the last Sunday
        // is then the more likely rule.
        let chosen = rules.compactMap { $0.min() }
        guard chosen.count == beginnings.count else { return nil }
        return zip(beginnings, chosen).map { ($0, "FREQ=YEARLY;\($1)") }
    }

    /// Returns the parts of a yearly rule that match a date: its weekday counted from the start of the month and, in
    /// the last seven days, the last such weekday.
    private static func places(_ date: CivilDate) -> [String] {
        let weekday = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][date.weekday.rawValue - 1]
        var places = ["BYMONTH=\(date.month);BYDAY=\((date.day - 1) / 7 + 1)\(weekday)"]
        if date.day + 7 > CivilDate.daysInMonth(date.month, of: date.year) {
            places.append("BYMONTH=\(date.month);BYDAY=-1\(weekday)")
        }
        return places
    }

    /// Returns the clock changes of a year, found by comparing the offsets of consecutive days.
    private func changes(in year: Int) -> [Change] {
        var changes: [Change] = []
        var day = instant(year: year).seconds
        let end = instant(year: year + 1).seconds
        while day < end {
            let next = min(day + 86_400, end)
            if !isSame(day, next) { changes.append(findChange(between: day, and: next, in: year)) }
            day = next
        }
        return changes
    }

    private func findChange(between early: Int64, and late: Int64, in year: Int) -> Change {
        var (low, high) = (early, late)
        while high - low > 1 {
            let middle = (low + high) / 2
            if isSame(low, middle) { low = middle } else { high = middle }
        }
        let (before, after) = (Timestamp(seconds: low), Timestamp(seconds: high))
        let from = zone.offset(at: before)
        return Change(
            year: year, civil: TimeZoneRules.utc.civil(at: Timestamp(seconds: high + Int64(from))), from: from,
            to: zone.offset(at: after), isDaylight: zone.isDaylight(at: after), name: zone.abbreviation(at: after))
    }

    private func isSame(_ one: Int64, _ other: Int64) -> Bool {
        let (one, other) = (Timestamp(seconds: one), Timestamp(seconds: other))
        return zone.offset(at: one) == zone.offset(at: other) && zone.isDaylight(at: one) == zone.isDaylight(at: other)
    }

    private func instant(year: Int) -> Timestamp {
        let date = CivilDate(year: min(year, 9_999), month: 1, day: 1) ?? .latest
        return Timestamp(seconds: Int64(date.dayNumber) * 86_400)
    }

    private static func offset(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let size = abs(seconds)
        let text = (seconds < 0 ? "-" : "+") + two(size / 3_600) + two(size / 60 % 60)
        return size % 60 == 0 ? text : text + two(size % 60)
    }
}
