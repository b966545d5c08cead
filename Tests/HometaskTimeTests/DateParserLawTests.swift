// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskTime
import TestSupport
import Testing

/// Phrases at random times in random zones, against Foundation's calendar.
@Suite("Laws of dates in words")
struct DateParserLawTests {
    struct Place {
        let words: DateParser
        let zone: TimeZoneRules
        let calendar: Calendar
        let now: Date
        let weekStart: Weekday

        init(using generator: inout SeededGenerator) throws {
            let names = ["Europe/Amsterdam", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC"]
            let name = names[Int.random(in: 0..<names.count, using: &generator)]
            zone = try TimeZoneRules(identifier: name)
            weekStart = Bool.random(using: &generator) ? .monday : .sunday
            let seconds = Int64.random(in: 946_684_800...2_524_608_000, using: &generator)
            now = Date(timeIntervalSince1970: Double(seconds))
            words = DateParser(now: Timestamp(seconds: seconds), zone: zone, weekStart: weekStart)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(identifier: name))
            calendar.firstWeekday = weekStart == .monday ? 2 : 1
            self.calendar = calendar
        }

        func day(_ date: Date) -> Moment? {
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            return CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0).map { .day($0) }
        }

        /// The same day of the month, a number of months later, or that month's last day. Foundation's own addition
        /// forgets a leap day: its 23 months before 30 January 2014 are 28 February 2012.
        func months(_ count: Int) throws -> Date {
            let parts = calendar.dateComponents([.year, .month, .day], from: now)
            let total = try #require(parts.year) * 12 + #require(parts.month) - 1 + count
            let first = try #require(
                calendar.date(from: DateComponents(year: total / 12, month: total % 12 + 1, day: 1, hour: 12)))
            let length = try #require(calendar.range(of: .day, in: .month, for: first)).count
            let day = min(try #require(parts.day), length)
            return try #require(calendar.date(byAdding: .day, value: day - 1, to: first))
        }

        func later(_ unit: Calendar.Component, _ count: Int) throws -> Date {
            try #require(calendar.date(byAdding: unit, value: count, to: calendar.startOfDay(for: now)))
        }
    }

    @Test("Durations match Foundation's calendar")
    func lengths() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        let units: [(String, Calendar.Component, Int)] = [
            ("days", .day, 1), ("weeks", .day, 7), ("months", .month, 1), ("years", .month, 12),
        ]
        for _ in 0..<120 {
            let place = try Place(using: &generator)
            let count = Int.random(in: 0...40, using: &generator)
            for (word, unit, factor) in units {
                func shifted(_ count: Int) throws -> Moment? {
                    place.day(unit == .month ? try place.months(count) : try place.later(unit, count))
                }
                let ahead = try shifted(count * factor)
                let back = try shifted(-count * factor)
                #expect(try place.words.parse("in \(count) \(word)") == ahead, "\(generator.note)")
                #expect(
                    try place.words.parse("\(count) \(word) ago") == back,
                    "\(count) \(word) before \(place.now) in \(place.zone.identifier), \(generator.note)")
            }
            let seconds = Int64(place.now.timeIntervalSince1970)
            #expect(
                try place.words.parse("\(count)h") == .instant(Timestamp(seconds: seconds + Int64(count) * 3_600)),
                "\(generator.note)")
            #expect(
                try place.words.parse("\(count) min ago") == .instant(Timestamp(seconds: seconds - Int64(count) * 60)),
                "\(generator.note)")
        }
    }

    @Test("Weekdays, weeks and months match a walk day by day")
    func spans() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        for _ in 0..<120 {
            let place = try Place(using: &generator)
            func walk(from start: Int, step: Int, until holds: (Date) -> Bool) throws -> Moment? {
                var offset = start
                while !holds(try place.later(.day, offset)) { offset += step }
                return place.day(try place.later(.day, offset))
            }
            func weekday(_ date: Date) -> Int { place.calendar.component(.weekday, from: date) }
            for day in Weekday.allCases {
                let number = day.rawValue % 7 + 1
                let next = try walk(from: 1, step: 1) { weekday($0) == number }
                let this = try walk(from: 0, step: 1) { weekday($0) == number }
                let last = try walk(from: -1, step: -1) { weekday($0) == number }
                #expect(try place.words.parse(day.name) == next, "\(generator.note)")
                #expect(try place.words.parse("this \(day.shortName)") == this, "\(generator.note)")
                #expect(try place.words.parse("last \(day.shortName)") == last, "\(generator.note)")
            }
            let first = place.calendar.firstWeekday
            let isMonthStart = { (date: Date) in place.calendar.component(.day, from: date) == 1 }
            let expected = [
                "next week": try walk(from: 1, step: 1) { weekday($0) == first },
                "this week": try walk(from: 0, step: -1) { weekday($0) == first },
                "eow": try walk(from: 0, step: 1) { weekday($0) == (first + 5) % 7 + 1 },
                "next month": try walk(from: 1, step: 1, until: isMonthStart),
                "this month": try walk(from: 0, step: -1, until: isMonthStart),
                "next year": try walk(from: 1, step: 1) {
                    isMonthStart($0) && place.calendar.component(.month, from: $0) == 1
                },
            ]
            for (phrase, day) in expected {
                #expect(try place.words.parse(phrase) == day, "\(phrase), \(generator.note)")
            }
        }
    }

    @Test("A time alone is its next occurrence on the clock, at most a day and a gap away")
    func clockTimes() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        for _ in 0..<400 {
            let place = try Place(using: &generator)
            let time = TimeOfDay(secondOfDay: Int.random(in: 0..<1_440, using: &generator) * 60)
            guard case .instant(let found) = try place.words.parse(time.hourAndMinute) else {
                Issue.record("\(time) is no instant, \(generator.note)")
                continue
            }
            let ahead = found.seconds - Int64(place.now.timeIntervalSince1970)
            #expect((0...90_000).contains(ahead), "\(generator.note)")
            let shown = place.zone.civil(at: found).time
            let isMoved = shown.secondOfDay - time.secondOfDay == 3_600
            #expect(shown == time || isMoved, "\(generator.note)")
        }
    }

    @Test("An ISO 8601 date and time round-trips, with an offset or in the zone")
    func isoRoundTrip() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        for _ in 0..<400 {
            let place = try Place(using: &generator)
            let instant = Timestamp(seconds: Int64(place.now.timeIntervalSince1970))
            let civil = place.zone.civil(at: instant)
            let minutes = place.zone.offset(at: instant) / 60
            let sign = minutes < 0 ? "-" : "+"
            let clock = try #require(TimeOfDay(hour: abs(minutes) / 60, minute: abs(minutes) % 60))
            #expect(
                try place.words.parse("\(civil)\(sign)\(clock.hourAndMinute)") == .instant(instant), "\(generator.note)"
            )
            #expect(
                try place.words.parse("\(TimeZoneRules.utc.civil(at: instant))Z") == .instant(instant),
                "\(generator.note)")
            #expect(try place.words.parse(civil.date.description) == .day(civil.date), "\(generator.note)")
            #expect(
                try place.words.parse("\(civil)") == .instant(place.zone.timestamp(of: civil)), "\(generator.note)")
        }
    }

    @Test("Random text is parsed or refused")
    func randomTexts() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        let pieces = [
            "in", "3", "days", "d", "ago", "next", "fri", "of", "end", "nov", "30", "2026", "-", ":", "18:00", "at",
            "pm",
            "2026-11-21", "t", "z", "+", "99999999999", "0", "é", "\u{1b}", "\u{301}", "İ", "1", "/", ".", "the", "h",
            "and",
        ]
        for _ in 0..<3_000 {
            let count = Int.random(in: 0...8, using: &generator)
            var text = ""
            for _ in 0..<count {
                text += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                if Bool.random(using: &generator) { text += " " }
            }
            do throws(DateParserError) {
                _ = try DateParserLawTests.fixed.parse(text)
            } catch {
                #expect((0...text.count).contains(error.position), "\(text), \(generator.note)")
                #expect(!error.description.isEmpty && !error.hint.isEmpty)
            }
        }
    }

    static let fixed = DateParser(now: Timestamp(seconds: 1_795_252_530), zone: .utc)
}
