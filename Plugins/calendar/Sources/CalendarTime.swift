// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// An iCalendar duration (RFC 5545, section 3.3.6).
struct CalendarLength: Hashable {
    var isNegative = false
    /// The number of calendar days; a week counts as seven.
    var days = 0
    /// The number of seconds in the hour, minute and second components.
    var seconds = 0

    /// Parses a duration such as `-PT15M` or `P1W`; nil if the text is not a duration, or is longer than a hundred
    /// years.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            rest.removeFirst()
        }
        guard rest.first == UInt8(ascii: "P"), rest.count >= 3, rest.count <= 40 else { return nil }
        rest.removeFirst()
        var isClock = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "T"), !isClock {
                isClock = true
                rest.removeFirst()
                continue
            }
            let figures = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...9).contains(figures.count), let count = Int(String(decoding: figures, as: UTF8.self)),
                let unit = rest.dropFirst(figures.count).first, add(count, unit, isClock: isClock)
            else { return nil }
            rest.removeFirst(figures.count + 1)
        }
        guard days <= 36_525, seconds <= 36_525 * 86_400 else { return nil }
    }

    private mutating func add(_ count: Int, _ unit: UInt8, isClock: Bool) -> Bool {
        switch (unit, isClock) {
        case (UInt8(ascii: "W"), false): days += count * 7
        case (UInt8(ascii: "D"), false): days += count
        case (UInt8(ascii: "H"), true): seconds += count * 3_600
        case (UInt8(ascii: "M"), true): seconds += count * 60
        case (UInt8(ascii: "S"), true): seconds += count
        default: return false
        }
        return true
    }

    /// Returns the time plus this duration, which may be negative.
    func added(to time: Due, in zone: TimeZoneRules) -> Due {
        let sign = isNegative ? -1 : 1
        switch time {
        case .day(let date) where seconds == 0: return .day(date.adding(days: sign * days))
        default:
            let civil = zone.civil(at: time.beginning(in: zone))
            let later = CivilTime(date: civil.date.adding(days: sign * days), time: civil.time)
            let instant = Timestamp(seconds: zone.timestamp(of: later).seconds + Int64(sign * seconds))
            if case .instant(_, let name) = time { return .instant(instant, zone: name) }
            return .instant(instant, zone: nil)
        }
    }
}

/// Dates and times in the iCalendar formats (RFC 5545, sections 3.3.4 and 3.3.5).
enum CalendarTime {
    /// Formats a date in the basic form, such as `20261127`.
    static func basic(_ date: CivilDate) -> String { String(date.description.filter { $0 != "-" }) }

    /// Formats a date and time without a zone, such as `20261127T180000`.
    static func basic(_ civil: CivilTime) -> String {
        basic(civil.date) + "T" + String(civil.time.description.filter { $0 != ":" })
    }

    /// Formats an instant in UTC, such as `20261127T170000Z`.
    static func utc(_ instant: Timestamp) -> String { basic(TimeZoneRules.utc.civil(at: instant)) + "Z" }

    /// Returns a local time as seconds, as if it were in UTC.
    static func seconds(_ civil: CivilTime) -> Int64 { TimeZoneRules.utc.timestamp(of: civil).seconds }

    /// A date, or a date with a time of day and whether it is in UTC.
    typealias Value = (date: CivilDate, time: TimeOfDay?, isUTC: Bool)

    /// Parses a date or a time, ignoring letter case and spaces; nil for any other text, and for a date or time that
    /// does not exist.
    static func parse(_ text: String) -> Value? {
        let bytes = Array(text.uppercased().utf8.filter { $0 > 0x20 })
        guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
            let year = number(bytes[0..<4]), let month = number(bytes[4..<6]), let day = number(bytes[6..<8]),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        if bytes.count == 8 { return (date, nil, false) }
        guard bytes[8] == UInt8(ascii: "T"), let hour = number(bytes[9..<11]), let minute = number(bytes[11..<13]),
            let second = number(bytes[13..<15]), bytes.count == 15 || bytes[15] == UInt8(ascii: "Z"),
            // A leap second is read as second 59, because a day has 86400 seconds here.
            let time = TimeOfDay(hour: hour, minute: minute, second: second == 60 ? 59 : second)
        else { return nil }
        return (date, time, bytes.count == 16)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
