// SPDX-License-Identifier: Apache-2.0

import HometaskTime
import TestSupport

/// The text of a valid random rule, with a start that is likely to hit edge cases: clock changes, ends of months, leap
/// days, turns of the year.
struct RandomRule {
    let text: String
    let start: CivilDate
    /// Nil for a whole day.
    let time: TimeOfDay?

    private typealias Frequency = RecurrenceRule.Frequency

    init(using generator: inout SeededGenerator) {
        func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        start = Self.start(random)
        time = random(0...2) == 0 ? nil : TimeOfDay(hour: random(0...3), minute: [0, 15, 30, 59][random(0...3)])
        let frequency = Frequency.allCases[random(0...3)]
        var parts = ["FREQ=\(frequency.rawValue)"] + Self.interval(frequency, random)
        let isMonthEnd = frequency == .monthly && random(0...5) == 0
        let days = isMonthEnd ? Self.monthEnd(start) : Self.days(frequency, random)
        parts += days
        if !isMonthEnd, !days.isEmpty, random(0...3) == 0 {
            parts.append("BYSETPOS=\(Self.numbers(random, frequency == .daily ? 1...1 : 1...5, isSigned: true))")
        }
        if random(0...2) == 0 { parts.append("WKST=\(Self.weekdays[random(0...6)])") }
        parts += Self.end(start, time, using: random)
        text = parts.joined(separator: ";")
    }

    private static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private static func start(_ random: (ClosedRange<Int>) -> Int) -> CivilDate {
        let (year, month) = (random(0...4) == 0 ? random(2080...2099) : random(1995...2040), random(1...12))
        let candidates = [
            CivilDate(year: year, month: month, day: random(1...28)),
            CivilDate(year: year, month: month, day: 1)?.endOfMonth,
            CivilDate(year: year / 4 * 4, month: 2, day: 29), CivilDate(year: year, month: 12, day: random(28...31)),
            CivilDate(year: year, month: 1, day: random(1...4)), CivilDate(year: year, month: 3, day: random(8...31)),
            CivilDate(year: year, month: [4, 10][random(0...1)], day: random(1...30)),
        ]
        return candidates[random(0...6)] ?? CivilDate.earliest
    }

    /// The extra parts of a monthly rule that keeps the end of the month.
    private static func monthEnd(_ start: CivilDate) -> [String] {
        let rule = RecurrenceRule(.monthly).keepingMonthEnd(from: start).description
        return rule.split(separator: ";").dropFirst().map(String.init)
    }

    private static func interval(_ frequency: Frequency, _ random: (ClosedRange<Int>) -> Int) -> [String] {
        random(0...1) == 0 ? [] : ["INTERVAL=\(random(1...(frequency == .daily ? 40 : frequency == .yearly ? 5 : 14)))"]
    }

    /// The optional parts that name days, as far as the frequency allows them.
    private static func days(_ frequency: Frequency, _ random: (ClosedRange<Int>) -> Int) -> [String] {
        var parts: [String] = []
        if random(0...2) == 0 { parts.append("BYMONTH=\(numbers(random, 1...12, isSigned: false))") }
        let hasWeeks = frequency == .yearly && random(0...4) == 0
        // dateutil miscounts some weeks shared by two years: 1 January 2101 is in week 52 of 2100, according to ISO
        // 8601 and Python's own isocalendar, but in none for dateutil. Those weeks have a test of their own.
        if hasWeeks { parts.append("BYWEEKNO=\(random(0...2) == 0 ? "-\(random(2...51))" : "\(random(2...51))")") }
        if frequency == .yearly, random(0...4) == 0 {
            parts.append("BYYEARDAY=\(numbers(random, 1...366, isSigned: true, upTo: 12))")
        }
        if frequency != .weekly, random(0...2) == 0 {
            parts.append("BYMONTHDAY=\(numbers(random, 1...31, isSigned: true))")
        }
        guard random(0...2) > 0 else { return parts }
        let mayCount = frequency == .monthly || frequency == .yearly && !hasWeeks
        let isCounted = mayCount && random(0...1) == 0
        let days = (0...random(0...3)).map { _ in
            // dateutil intersects counted and plain weekdays in one rule.
            (isCounted ? "\([-2, -1, 1, 2, 3, 4, 5][random(0...6)])" : "") + weekdays[random(0...6)]
        }
        return parts + ["BYDAY=\(days.joined(separator: ","))"]
    }

    private static func numbers(
        _ random: (ClosedRange<Int>) -> Int, _ range: ClosedRange<Int>, isSigned: Bool, upTo count: Int = 3
    ) -> String {
        (1...random(1...count)).map { _ in "\(isSigned && random(0...2) == 0 ? -random(range) : random(range))" }
            .joined(separator: ",")
    }

    private static func end(
        _ start: CivilDate, _ time: TimeOfDay?, using random: (ClosedRange<Int>) -> Int
    ) -> [String] {
        switch random(0...4) {
        case 0: return ["COUNT=\(random(1...20))"]
        case 1:
            let last = start.adding(days: random(0...3_000)).description.filter { $0 != "-" }
            let clock = "T" + String(100 + random(0...23)).suffix(2) + ["00", "30"][random(0...1)] + "00Z"
            return ["UNTIL=\(last)\(time == nil ? "" : clock)"]
        default: return []
        }
    }
}
