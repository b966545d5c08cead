// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A unit of time in words.
enum TimeUnit {
    case minute, hour, day, week, month, year

    init?(_ word: String) {
        switch word {
        case "min", "mins", "minute", "minutes": self = .minute
        case "h", "hr", "hrs", "hour", "hours": self = .hour
        case "d", "day", "days": self = .day
        case "w", "wk", "wks", "week", "weeks": self = .week
        case "m", "mo", "month", "months": self = .month
        case "y", "yr", "yrs", "year", "years": self = .year
        default: return nil
        }
    }

    func adding(_ count: Int, to date: CivilDate) -> CivilDate {
        switch self {
        case .minute, .hour: date
        case .day: date.adding(days: count)
        case .week: date.adding(days: 7 * count)
        case .month: date.adding(months: count)
        case .year: date.adding(years: count)
        }
    }
}

/// The words of a date, read from the left.
struct WordReader {
    private let text: String
    private var words: [String]
    private var next = 0

    init(_ text: String) {
        self.text = text
        words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map { String($0) }
        // A time glued to a date, as ISO 8601 has it, is two words.
        if let first = words.first, first.utf8.count > 11, first.prefix(5).last == "-" {
            let parts = first.split(separator: "t", maxSplits: 1)
            if parts.count == 2 { words.replaceSubrange(0..<1, with: parts.map { String($0) }) }
        }
    }

    var isAtEnd: Bool { next >= words.count }

    private var word: String? { isAtEnd ? nil : words[next] }

    mutating func rewind() { next = 0 }

    mutating func take(_ expected: String) -> Bool {
        guard word == expected else { return false }
        next += 1
        return true
    }

    /// Puts a word before the rest, unless another time follows.
    mutating func stillToRead(_ other: String) {
        if isAtEnd { words.append(other) }
    }

    func fault(_ reason: String?) -> DateWordsError {
        DateWordsError(text: text, word: word, reason: reason ?? (isAtEnd ? "something is missing at its end" : nil))
    }

    /// `3 days`, `3d`, `a week`.
    mutating func amount() -> (count: Int, unit: TimeUnit)? {
        guard let first = word else { return nil }
        let digits = first.prefix { ("0"..."9").contains($0) }
        if !digits.isEmpty, digits.count < first.count, let count = Int(digits),
            let unit = TimeUnit(String(first.dropFirst(digits.count)))
        {
            next += 1
            return (count, unit)
        }
        let count = first == "a" || first == "an" || first == "one" ? 1 : Int(first)
        guard let count, count >= 0, next + 1 < words.count, let unit = TimeUnit(words[next + 1]) else { return nil }
        next += 2
        return (count, unit)
    }

    mutating func weekday() -> Weekday? {
        guard let word, word.utf8.count >= 2 else { return nil }
        let found = Weekday.allCases.first { day in
            let name = day.name.lowercased()
            return name == word || (word.utf8.count <= 5 && word.utf8.count >= 2 && name.hasPrefix(word))
        }
        if found != nil { next += 1 }
        return found
    }

    mutating func month() -> Int? {
        guard let word, word.utf8.count >= 3 else { return nil }
        let found = CivilDate.monthNames.firstIndex { $0.lowercased().hasPrefix(word) }
        if found != nil { next += 1 }
        return found.map { $0 + 1 }
    }

    /// `27`, `27th`; before a month only where one follows.
    mutating func dayOfMonth(beforeMonth: Bool) -> Int? {
        guard let word else { return nil }
        let digits = word.prefix { ("0"..."9").contains($0) }
        let ending = word.dropFirst(digits.count)
        guard !digits.isEmpty, digits.count <= 2, ["", "st", "nd", "rd", "th"].contains(ending), let day = Int(digits)
        else { return nil }
        if beforeMonth {
            var ahead = self
            ahead.next += 1
            if ahead.month() == nil { return nil }
        }
        next += 1
        return day
    }

    mutating func year() -> Int? {
        guard let word, word.utf8.count == 4, let year = Int(word), year >= 1000 else { return nil }
        next += 1
        return year
    }

    /// `18:00`, `18:00:30`, `6pm`, `6:30pm`, `noon`, `midnight`.
    mutating func timeOfDay() -> TimeOfDay? {
        guard var word else { return nil }
        if word == "noon" || word == "midnight" {
            next += 1
            return word == "noon" ? .noon : .midnight
        }
        var used = 1
        if next + 1 < words.count, words[next + 1] == "am" || words[next + 1] == "pm" {
            word += words[next + 1]
            used = 2
        }
        guard let time = Self.time(word) else { return nil }
        next += used
        return time
    }

    private static func time(_ word: String) -> TimeOfDay? {
        let half = word.hasSuffix("am") ? 0 : word.hasSuffix("pm") ? 12 : nil
        let clock = half == nil ? word[...] : word.dropLast(2)
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count <= 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
        guard numbers.count == parts.count, (1...3).contains(parts.count), half != nil || parts.count > 1,
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        var hour = numbers[0]
        if let half {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + half
        }
        return TimeOfDay(hour: hour, minute: numbers.count > 1 ? numbers[1] : 0, second: numbers.count > 2 ? numbers[2] : 0)
    }

    /// `2026-11-27`.
    mutating func isoDate() throws(DateWordsError) -> CivilDate? {
        guard let word, Self.looksLikeISODate(word) else { return nil }
        guard let date = CivilDate(iso: word) else { throw fault("there is no such day") }
        next += 1
        return date
    }

    private static func looksLikeISODate(_ word: String) -> Bool {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].utf8.count == 4
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// A date and a time with an offset from UTC, `2026-11-27T18:00Z`, `2026-11-27 18:00+01:00`: nothing else may follow.
    mutating func isoInstant(in zone: TimeZoneRules) throws(DateWordsError) -> Moment? {
        guard let first = word, Self.looksLikeISODate(first), words.count == 2 else { return nil }
        let clock = words[1]
        guard let mark = clock.lastIndex(where: { $0 == "z" || $0 == "+" || $0 == "-" }), mark > clock.startIndex
        else { return nil }
        guard let date = try isoDate() else { return nil }
        guard let time = Self.time(String(clock[..<mark])), let offset = Self.offset(clock[mark...]) else {
            throw fault("the time or its offset is not one")
        }
        let seconds = Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay - offset)
        return .instant(Timestamp(seconds: seconds))
    }

    private static func offset(_ text: Substring) -> Int? {
        if text == "z" { return 0 }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 4 || digits.utf8.count == 2, let number = Int(digits) else { return nil }
        let (hours, minutes) = digits.utf8.count == 4 ? (number / 100, number % 100) : (number, 0)
        guard hours <= 18, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * 60 * (text.first == "-" ? -1 : 1)
    }
}
