// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// A time zone that a file defines (VTIMEZONE; RFC 5545, section 3.6.5).
struct ZoneDefinition {
    /// The zone's name in the file; the next property is its name in the time zone database, if the file has it.
    var name: String?
    var location: String?
    private var observances: [Observance] = []

    /// Begins a sub-component `STANDARD` or `DAYLIGHT`, to which the next lines belong.
    mutating func beginObservance() { observances.append(Observance()) }

    /// Reads a property of the component or of its last sub-component.
    mutating func read(_ line: ContentLine) {
        switch line.name {
        case "TZID": name = line.text
        case "X-LIC-LOCATION": location = line.text
        default:
            if !observances.isEmpty { observances[observances.count - 1].read(line) }
        }
    }

    /// The instant of a local time in the zone; nil if the zone has no offset.
    ///
    /// An ambiguous time is the first of the two, and one that does not exist is moved forward, as RFC 5545 requires
    /// (section 3.3.5).
    func timestamp(of civil: CivilTime) -> Timestamp? {
        let known = observances.filter(\.isComplete)
        let began = known.compactMap { observance in observance.onset(atOrBefore: civil).map { ($0, observance) } }
        let offset: Int?
        if let (onset, observance) = began.max(by: { $0.0 < $1.0 }) {
            offset = CalendarTime.seconds(civil) < onset + observance.step ? observance.from : observance.to
        } else {
            offset = known.min { $0.start < $1.start }.flatMap { $0.from ?? $0.to }
        }
        return offset.map { Timestamp(seconds: CalendarTime.seconds(civil) - Int64($0)) }
    }

    /// A sub-component of a definition (STANDARD or DAYLIGHT), and its onsets.
    private struct Observance {
        /// The UTC offsets before and after the onset, in seconds.
        var from: Int?
        var to: Int?
        private var first: CivilTime?
        private var rule: RecurrenceRule?
        private var dates: [CivilTime] = []

        var isComplete: Bool { to != nil }
        var start: Int64 { first.map(CalendarTime.seconds) ?? .min }
        /// The clock change at the onset, in seconds; negative if the clock is set back.
        var step: Int64 { Int64((to ?? 0) - (from ?? to ?? 0)) }

        mutating func read(_ line: ContentLine) {
            switch line.name {
            case "TZOFFSETTO": to = UTCOffset.seconds(line.value)
            case "TZOFFSETFROM": from = UTCOffset.seconds(line.value)
            case "DTSTART": first = CalendarTime.parse(line.value).map { Self.civil($0) }
            case "RRULE": rule = try? RecurrenceRule(RuleText(line.value).text)
            case "RDATE":
                dates += line.value.split(separator: ",").compactMap { CalendarTime.parse(String($0)).map(Self.civil) }
            default: break
            }
        }

        private static func civil(_ value: CalendarTime.Value) -> CivilTime {
            CivilTime(date: value.date, time: value.time ?? .midnight)
        }

        /// The last onset at or before a local time, as seconds on the clock; nil if there is none.
        func onset(atOrBefore civil: CivilTime) -> Int64? {
            guard let first else { return .min }
            guard first <= civil else { return nil }
            var last = first
            for date in dates where date <= civil { last = max(last, date) }
            return max(CalendarTime.seconds(last), yearly(first, atOrBefore: civil) ?? .min)
        }

        /// The last onset by a yearly rule.
        private func yearly(_ first: CivilTime, atOrBefore civil: CivilTime) -> Int64? {
            guard var rule else { return nil }
            // The rule applies to all years, so a rule from 1601 need not be evaluated from its beginning.
            let year = max(first.date.year, civil.date.year - 2)
            if year > first.date.year, case .count = rule.end { return nil }
            if case .instant(let last) = rule.end {
                rule = rule.ending(
                    .clock(TimeZoneRules.utc.civil(at: Timestamp(seconds: last.seconds + Int64(from ?? 0)))))
            }
            let namesDays = !rule.days.isEmpty || !rule.monthDays.isEmpty
            let start = first.date.adding(years: year - first.date.year)
            var found: Int64?
            for slot in rule.slots(
                from: RecurrenceSlot(date: namesDays ? start.startOfYear : start, time: first.time), in: .utc)
            {
                let onset = CivilTime(date: slot.date, time: first.time)
                if onset > civil { break }
                if onset >= first { found = CalendarTime.seconds(onset) }
            }
            return found
        }
    }
}

/// Offsets from UTC as text.
enum UTCOffset {
    /// Parses an offset such as `+0100`, `-05:00` or `+053000`; nil for any other text, and for a day or more.
    static func seconds(_ text: some StringProtocol) -> Int? {
        var digits = Array(text.utf8.filter { $0 != UInt8(ascii: " ") })
        guard let sign = digits.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        digits.removeFirst()
        digits.removeAll { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        if digits.count == 1 || digits.count == 3 { digits.insert(UInt8(ascii: "0"), at: 0) }
        guard [2, 4, 6].contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let figures = digits.map { Int($0 - 0x30) }
        let parts: [Int] = stride(from: 0, to: figures.count, by: 2).map { figures[$0] * 10 + figures[$0 + 1] }
        let (minutes, seconds) = (parts.count > 1 ? parts[1] : 0, parts.count > 2 ? parts[2] : 0)
        guard parts[0] < 24, minutes < 60, seconds < 60 else { return nil }
        let total = (parts[0] * 60 + minutes) * 60 + seconds
        return sign == UInt8(ascii: "-") ? -total : total
    }

    /// Parses the name of a zone that is an offset, such as `UTC+02:00`, `GMT-0500` or `+0200`; nil for any other.
    static func named(_ name: String) -> Int? {
        var rest = name.uppercased()[...]
        if rest.hasPrefix("("), let end = rest.firstIndex(of: ")") { rest = rest[..<end].dropFirst() }
        if rest.hasPrefix("UTC") || rest.hasPrefix("GMT") { rest = rest.dropFirst(3) }
        return seconds(rest)
    }
}
