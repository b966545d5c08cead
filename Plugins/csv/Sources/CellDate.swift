// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// Dates and times in cells: `2026-11-27`, and `2026-11-27 18:00` in the family's time zone. Spreadsheets recognise
/// both as dates. A time with its own zone is followed by the zone's name. An ambiguous local time is written in UTC if
/// it would be read as the other instant.
struct CellDate {
    /// The order of day, month and year in dates such as `27/11/2026`.
    enum Order: String, CaseIterable {
        case dmy, mdy, ymd
    }

    /// The reason why a cell cannot be read as a date.
    struct Fault: Error {
        let reason: String
    }

    let zone: TimeZoneRules
    var order: Order?

    // MARK: Writing

    /// Returns the cell for a value of a field such as `due`, a day or an instant; empty for any other value.
    func text(_ value: JSON?) -> String {
        if let date = value?["date"]?.stringValue { return date }
        guard let at = value?["at"]?.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else { return "" }
        guard let name = value?["zone"]?.stringValue else { return endOfDay(at) ?? text(at, in: zone) }
        let rules = (try? TimeZoneRules(identifier: name)) ?? .utc
        return (rules.identifier == name ? text(at, in: rules) : at.rfc3339) + " " + name
    }

    /// Returns the cell for an instant, in the family's time zone.
    func text(_ at: Timestamp) -> String { text(at, in: zone) }

    /// Formats a midnight as `24:00` of the day before, because `00:00` is read as a whole day; nil for any other time.
    private func endOfDay(_ at: Timestamp) -> String? {
        let date = zone.civil(at: at).date
        let before = date.adding(days: -1)
        return before < date && zone.startOfDay(date) == at ? "\(before) 24:00" : nil
    }

    private func text(_ at: Timestamp, in zone: TimeZoneRules) -> String {
        let civil = zone.civil(at: at)
        guard zone.timestamp(of: civil) == at else { return at.rfc3339 }
        let time = civil.time.second == 0 ? civil.time.hourAndMinute : civil.time.description
        return "\(civil.date) \(time)"
    }

    // MARK: Reading

    /// Parses the value of a field such as `due`.
    func value(_ cell: String) throws(Fault) -> JSON { try read(cell).due.json }

    /// Parses the value of a field such as `due` in the table of a program that writes days as midnights, in its own
    /// time zone or in UTC. Midnight is a time only if the cell names a time zone or contains `24:00`.
    ///
    /// - Parameters:
    ///   - isAllDay: whether the table marks the value as a day; nil if it does not say.
    ///   - place: the time zone of the row; nil for the family's zone.
    func value(_ cell: String, isAllDay: Bool?, in place: TimeZoneRules? = nil) throws(Fault) -> JSON {
        let reading = try read(cell)
        guard case .instant(let at) = reading.moment, reading.zone == nil, let written = reading.written,
            isAllDay != false
        else { return reading.due.json }
        let rules = place ?? zone
        let date = rules.civil(at: at).date
        if rules.startOfDay(date) == at { return Due.day(date).json }
        return isAllDay == true || written.time == .midnight ? Due.day(written.date).json : reading.due.json
    }

    /// The content of a date cell.
    private struct Reading {
        let moment: Moment
        /// The time zone in the cell.
        var zone: String?
        /// The date and the time in the cell, unless the time is `24:00` or a count of seconds.
        var written: CivilTime?

        var due: Due {
            switch moment {
            case .day(let date): .day(date)
            case .instant(let at): .instant(at, zone: zone)
            }
        }
    }

    /// Parses an instant; a day gives its beginning.
    func instant(_ cell: String) throws(Fault) -> Timestamp {
        switch try read(cell).moment {
        case .day(let date): zone.startOfDay(date)
        case .instant(let at): at
        }
    }

    private func read(_ cell: String) throws(Fault) -> Reading {
        guard cell.utf8.count <= 120 else { throw Fault(reason: "it is too long to be a date") }
        var words = cell.split { $0.isWhitespace }.map(String.init)
        if words.count == 1, let at = Self.milliseconds(words[0]) { return Reading(moment: .instant(at)) }
        if let first = words.first, let mark = first.firstIndex(where: { $0 == "T" || $0 == "t" }),
            first[..<mark].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D }), mark != first.startIndex
        {
            words.replaceSubrange(0...0, with: [String(first[..<mark]), String(first[first.index(after: mark)...])])
        }
        var date = try date(&words)
        guard !words.isEmpty else { return Reading(moment: .day(date)) }
        let isEnd = ["24:00", "24:00:00"].contains(words[0])
        if isEnd {
            words[0] = "00:00"
            date = date.adding(days: 1)
        }
        let (time, offset) = try time(&words)
        let civil = CivilTime(date: date, time: time)
        var rules = zone
        var name: String?
        if let word = words.first, words.count == 1 {
            guard let named = try? TimeZoneRules(identifier: word) else {
                throw Fault(reason: "‘\(word.excerpt(limit: 40))’ is not a time zone known on this machine")
            }
            (rules, name) = (named, word)
        } else if !words.isEmpty {
            throw Fault(reason: "‘\(words[0].excerpt(limit: 40))’ is not expected after the time")
        }
        let written = isEnd ? nil : civil
        guard let offset else {
            return Reading(moment: .instant(rules.timestamp(of: civil)), zone: name, written: written)
        }
        let seconds = Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay - offset)
        return Reading(moment: .instant(Timestamp(seconds: seconds)), zone: name, written: written)
    }

    /// Parses a number of 13 digits, the milliseconds since 1970; nil for any other text.
    private static func milliseconds(_ text: String) -> Timestamp? {
        guard text.utf8.count == 13, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(text)
        else { return nil }
        return Timestamp(seconds: count / 1000)
    }

    /// Parses the words of a date, and removes them.
    private func date(_ words: inout [String]) throws(Fault) -> CivilDate {
        guard let first = words.first else { throw Fault(reason: "it is empty") }
        if let date = CivilDate(iso: first) {
            words.removeFirst()
            return date
        }
        let numbers = first.split(omittingEmptySubsequences: false) { "/.-".contains($0) }.map { Self.number($0) }
        if numbers.count == 3, !numbers.contains(nil) {
            let parts = numbers.compactMap(\.self)
            let order = order ?? (parts[0] > 31 ? .ymd : first.contains(".") ? .dmy : nil)
            guard let order else {
                throw Fault(reason: "day and month are ambiguous; give --date-order dmy or mdy")
            }
            words.removeFirst()
            return try Self.date(parts, order)
        }
        return try dateWithMonthName(&words)
    }

    /// Parses and removes `27 Nov 2026`, `Nov 27, 2026` or `27-Nov-2026`, optionally with a weekday before the date.
    private func dateWithMonthName(_ words: inout [String]) throws(Fault) -> CivilDate {
        var parts: [Substring] = []
        var taken = 0
        for word in words.prefix(4) where parts.count < 3 {
            parts += word.split { "-/,.".contains($0) }
            taken += 1
            if parts.count == 1, Self.isWeekday(parts[0]) { parts = [] }
        }
        guard parts.count == 3 else { throw Fault(reason: "it is not a date such as 2026-11-27") }
        let place = Self.month(parts[0]) != nil ? 0 : 1
        guard let month = Self.month(parts[place]), let day = Self.number(Self.withoutEnding(parts[1 - place])),
            let year = Self.number(parts[2])
        else { throw Fault(reason: "it is not a date such as 2026-11-27") }
        words.removeFirst(taken)
        return try Self.date([day, month, year], .dmy)
    }

    private static func date(_ parts: [Int], _ order: Order) throws(Fault) -> CivilDate {
        var (year, month, day) =
            switch order {
            case .dmy: (parts[2], parts[1], parts[0])
            case .mdy: (parts[2], parts[0], parts[1])
            case .ymd: (parts[0], parts[1], parts[2])
            }
        if year < 100 { year += 2000 }
        guard let date = CivilDate(year: year, month: month, day: day) else {
            throw Fault(reason: "there is no such day (read as \(order.rawValue))")
        }
        return date
    }

    /// Parses and removes a time, such as `18:00` or `6:30:15 pm`, and an optional offset from UTC in seconds.
    private func time(_ words: inout [String]) throws(Fault) -> (TimeOfDay, offset: Int?) {
        let fault = Fault(reason: "it has no time such as 18:00 after the date")
        var clock = words.removeFirst().lowercased()[...]
        var offset: Int?
        if let mark = clock.lastIndex(where: { "z+-".contains($0) }) {
            guard let seconds = Self.offset(clock[mark...]) else { throw fault }
            offset = seconds
            clock = clock[..<mark]
        }
        var half: Int?
        for (word, hours) in [("am", 0), ("pm", 12)] where clock.hasSuffix(word) || words.first?.lowercased() == word {
            half = hours
            if clock.hasSuffix(word) { clock = clock.dropLast(2) } else { words.removeFirst() }
        }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), var hour = Self.number(parts[0]), let minute = Self.number(parts[1]),
            let second = parts.count == 3 ? Self.number(parts[2].prefix { $0 != "." }) : 0
        else { throw fault }
        if let half {
            guard (1...12).contains(hour) else { throw fault }
            hour = hour % 12 + half
        }
        guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { throw fault }
        return (time, offset)
    }

    /// Parses an offset from UTC, `z`, `+01:00`, `+0100` or `+01`, as seconds.
    private static func offset(_ text: Substring) -> Int? {
        if text == "z" { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard [2, 4].contains(digits.count), let hours = number(digits.prefix(2)), hours <= 23,
            let minutes = digits.count == 2 ? 0 : number(digits.suffix(2)), minutes <= 59
        else { return nil }
        return (hours * 60 + minutes) * (text.first == "-" ? -60 : 60)
    }

    /// Parses a number of one to four ASCII digits.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// Returns the text without an ordinal suffix: `1` for `1st`, `27` for `27th`.
    private static func withoutEnding(_ text: Substring) -> Substring {
        ["st", "nd", "rd", "th"].contains(text.suffix(2).lowercased()) ? text.dropLast(2) : text
    }

    private static func isWeekday(_ text: Substring) -> Bool {
        Weekday.allCases.contains { [$0.name, $0.shortName.lowercased()].contains(text.lowercased()) }
    }

    private static func month(_ text: Substring) -> Int? {
        let word = text.lowercased()
        guard word.count >= 3 else { return nil }
        return months.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
}
