// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A unit of time in words.
enum TimeUnit {
    case minute, hour, day, week, month, year

    init?(_ word: some StringProtocol) {
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

    /// The number of units in a hundred years. A greater number is treated as a typing error.
    var limit: Int {
        switch self {
        case .minute: 52_596_000
        case .hour: 876_600
        case .day: 36_525
        case .week: 5_217
        case .month: 1_200
        case .year: 100
        }
    }
}

/// A duration as people say it: months and days are counted on the calendar, seconds on the clock.
struct TimeLength {
    private(set) var months = 0
    private(set) var days = 0
    /// The seconds; nil if the text has only whole days.
    private(set) var seconds: Int64?

    mutating func add(_ count: Int, _ unit: TimeUnit) {
        switch unit {
        case .minute: seconds = (seconds ?? 0) + Int64(count) * 60
        case .hour: seconds = (seconds ?? 0) + Int64(count) * 3_600
        case .day: days += count
        case .week: days += count * 7
        case .month: months += count
        case .year: months += count * 12
        }
    }

    /// The date that many months and days later, or earlier for the sign -1.
    func shifting(_ date: CivilDate, sign: Int) -> CivilDate {
        date.adding(months: sign * months).adding(days: sign * days)
    }
}

extension WordReader {
    /// `3 days`, `3d`, `a week`, `1h30min`, `1 day and 2 hours`; nil if the words begin with no number and unit.
    mutating func length() throws(DateParserError) -> TimeLength? {
        var length = TimeLength()
        var isEmpty = true
        while let amounts = amounts() {
            for (count, unit) in amounts.found {
                guard count <= unit.limit else { throw fault("that is more than a hundred years") }
                length.add(count, unit)
            }
            advance(amounts.words)
            isEmpty = false
            if let after = peek(1), Self.count(after) != nil { _ = takeWords("and") }
        }
        return isEmpty ? nil : length
    }

    func amounts() -> (found: [(Int, TimeUnit)], words: Int)? {
        guard let first = peek() else { return nil }
        if let count = Self.count(first) {
            guard let unit = peek(1).flatMap({ TimeUnit($0) }) else { return nil }
            return ([(count, unit)], 2)
        }
        var found: [(Int, TimeUnit)] = []
        var rest = first[...]
        while !rest.isEmpty {
            let figures = rest.utf8.prefix { (0x30...0x39).contains($0) }
            let letters = rest.utf8.dropFirst(figures.count).prefix { !(0x30...0x39).contains($0) }
            guard let count = decimal(figures),
                let unit = Substring(letters).isEmpty ? nil : TimeUnit(Substring(letters))
            else { return nil }
            found.append((count, unit))
            rest = rest[letters.endIndex...]
        }
        return found.isEmpty ? nil : (found, 1)
    }

    /// A number in figures or a small one in words.
    static func count(_ word: String) -> Int? {
        if let small = smallNumbers.firstIndex(of: word) { return small + 1 }
        return word == "a" || word == "an" ? 1 : decimal(Array(word.utf8))
    }

    private static let smallNumbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
}

extension DateParser {
    /// `in 3 days`, `3 days`, `2w`, `3 days ago`, where they are whole days perhaps with a time behind.
    func shifted(_ words: inout WordReader) throws(DateParserError) -> Moment? {
        let isAhead = words.takeWords("in")
        guard let length = try words.length() else {
            if isAhead { throw words.fault("a number and a unit should follow ‘in’") }
            return nil
        }
        let isBack = !isAhead && (words.takeWords("ago") || leaning == .past)
        let sign = isBack ? -1 : 1
        if let seconds = length.seconds {
            var start = now
            if length.months != 0 || length.days != 0 {
                let civil = zone.civil(at: now)
                start = zone.timestamp(of: CivilTime(date: length.shifting(civil.date, sign: sign), time: civil.time))
            }
            return .instant(Timestamp(seconds: start.seconds + Int64(sign) * seconds))
        }
        let date = length.shifting(today, sign: sign)
        return words.isAtEnd ? .day(date) : instant(date, try words.requiredTime())
    }
}
