// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskTime
import TestSupport
import Testing

@Suite("Rules without a day of the month, at the end of a month")
struct MonthEndTests {
    private static let phrases = RecurrencePhrases(
        DateParser(now: .init(seconds: 0), zone: .utc, weekStart: .monday))

    private func days(_ rule: RecurrenceRule, from start: CivilDate, count: Int) -> [String] {
        rule.slots(from: RecurrenceSlot(date: start), in: .utc).prefix(count).map { $0.date.description }
    }

    private static let clampedCases: [(words: String, start: String, expected: String)] = [
        ("every month", "2026-01-31", "2026-02-28 2026-03-31 2026-04-30 2026-05-31"),
        ("every month", "2028-01-31", "2028-02-29 2028-03-31"),
        ("every month", "2026-01-30", "2026-02-28 2026-03-30"),
        ("every month", "2026-01-29", "2026-02-28 2026-03-29"),
        ("every month", "2026-01-28", "2026-02-28 2026-03-28"),
        ("every 6 months", "2026-08-31", "2027-02-28 2027-08-31 2028-02-29 2028-08-31"),
        ("every 3 months", "2026-11-30", "2027-02-28 2027-05-30"),
        ("every 3 months, 3 times", "2026-11-30", "2027-02-28 2027-05-30"),
        ("every month until 2026-04-01", "2026-01-31", "2026-02-28 2026-03-31"),
        ("every month in jan, feb, apr", "2026-01-31", "2026-02-28 2026-04-30 2027-01-31"),
        ("every year", "2028-02-29", "2029-02-28 2030-02-28 2031-02-28 2032-02-29"),
        ("every 2 years in feb", "2028-02-29", "2030-02-28 2032-02-29"),
        ("every year", "2026-08-31", "2027-08-31 2028-08-31"),
        // A rule with an explicit day follows RFC 5545.
        ("every month on the 31st", "2026-01-31", "2026-03-31 2026-05-31"),
        ("every year on 29 feb", "2028-02-29", "2032-02-29"),
    ]

    @Test(
        "Shorter months use their last day, and longer ones return to the day",
        arguments: clampedCases)
    func clamped(words: String, start: String, expected: String) throws {
        let date = try #require(CivilDate(iso: start))
        let rule = try Self.phrases.parse(words).keepingMonthEnd(from: date)
        let expected = expected.split(separator: " ").map(String.init)
        #expect(Array(days(rule, from: date, count: expected.count + 1).dropFirst()) == expected)
        // Stepping from each occurrence to the next, as a series does, gives the same dates.
        var slot = RecurrenceSlot(date: date)
        for day in expected {
            slot = try #require(rule.slot(after: slot, in: .utc))
            #expect(slot.date.description == day)
        }
        #expect(rule.keepingMonthEnd(from: date) == rule)
        let said = try #require(Self.phrases.words(for: rule))
        #expect(try Self.phrases.parse(said) == rule)
        #expect(try RecurrenceRule(rule.description) == rule)
    }

    @Test("A series that moves to another day recurs on that day")
    func moved() throws {
        let plain = RecurrenceRule(.monthly, interval: 2)
        let (end, middle) = (try #require(CivilDate(iso: "2026-01-31")), try #require(CivilDate(iso: "2026-01-15")))
        let rule = plain.keepingMonthEnd(from: end)
        #expect(rule.description == "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29,30,31;BYSETPOS=-1")
        #expect(rule.keepingMonthEnd(from: middle) == plain)
        let leap = try #require(CivilDate(iso: "2028-02-29"))
        #expect(RecurrenceRule(.yearly).keepingMonthEnd(from: leap).keepingMonthEnd(from: middle) == .init(.yearly))
    }

    @Test(
        "The words name the day, and round-trip",
        arguments: [
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "every month on the 31st or last day"),
            ("FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=28,29,30;BYSETPOS=-1", "every 6 months on the 30th or last day"),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "every year in Feb on the 29th or last day"),
        ])
    func words(text: String, words: String) throws {
        #expect(Self.phrases.words(for: try RecurrenceRule(text)) == words)
        #expect(try Self.phrases.parse(words).description == text)
        #expect(
            try Self.phrases.parse(words.replacingOccurrences(of: "or last", with: "or the last")).description == text)
    }

    @Test(
        "‘or last day’ must follow a single day that some months lack",
        arguments: [
            "every month on the 15th or last day", "every month on the 1st and 31st or last day",
            "every week on the 31st or last day", "every month on the 31st or last day on tue",
            "every year on the 31st or last day", "every month on the 30th or last day and the 2nd",
        ])
    func refused(words: String) {
        #expect(throws: RecurrencePhraseError.self) { try Self.phrases.parse(words) }
    }

    @Test(
        "A rule reports the months or years that it skips",
        arguments: [
            ("FREQ=MONTHLY", "2026-01-31", .shortMonths(day: 31)),
            ("FREQ=MONTHLY", "2026-01-29", .shortMonths(day: 29)),
            ("FREQ=MONTHLY", "2026-01-28", nil),
            ("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-01", .shortMonths(day: 31)),
            ("FREQ=MONTHLY;BYMONTHDAY=15,31", "2026-01-15", nil),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", nil),
            ("FREQ=MONTHLY;INTERVAL=12", "2026-01-31", nil),
            ("FREQ=MONTHLY;INTERVAL=6", "2026-08-31", .shortMonths(day: 31)),
            ("FREQ=MONTHLY;BYDAY=5TU", "2026-03-31", .monthsWithFour(.tuesday)),
            ("FREQ=MONTHLY;BYDAY=TU", "2026-03-31", nil),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2026-01-31", nil),
            ("FREQ=YEARLY", "2028-02-29", .commonYears),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-02-29", .commonYears),
            ("FREQ=YEARLY", "2026-08-31", nil), ("FREQ=WEEKLY", "2026-01-31", nil),
            ("FREQ=MONTHLY;X-FROM=DONE", "2026-01-31", nil),
        ] as [(String, String, SkippedPeriods?)])
    func skipping(text: String, start: String, expected: SkippedPeriods?) throws {
        let date = try #require(CivilDate(iso: start))
        #expect(try RecurrenceRule(text).skippedPeriods(from: date) == expected)
    }

    @Test("A rule reports skipped periods if and only if it has fewer days than periods")
    func exhaustive() throws {
        for interval in 1...12 {
            for day in 1...366 {
                let start = try #require(CivilDate(iso: "2028-01-01")).adding(days: day - 1)
                let rule = RecurrenceRule(.monthly, interval: interval)
                let twelve = days(rule, from: start, count: 49)
                let isWhole = twelve.last == start.adding(months: 48 * interval).description
                #expect((rule.skippedPeriods(from: start) == nil) == isWhole, "\(interval) \(start)")
                let kept = rule.keepingMonthEnd(from: start)
                let expected = (0..<49).map { start.adding(months: $0 * interval).description }
                #expect(days(kept, from: start, count: 49) == expected, "\(interval) \(start)")
            }
        }
    }
}
