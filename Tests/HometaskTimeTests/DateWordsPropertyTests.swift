// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskTime
import Testing

@Suite("Laws of dates in words")
struct DateWordsPropertyTests {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    private static func randomNow(_ generator: inout SeededGenerator) -> Timestamp {
        Timestamp(seconds: Int64.random(in: 0...4_000_000_000, using: &generator))
    }

    @Test("Any date is read back from each way of writing it out")
    func writtenOut() throws {
        var generator = SeededGenerator()
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        for _ in 0..<300 {
            let words = DateWords(now: Self.randomNow(&generator), zone: zone)
            let date = CivilDate(dayNumber: Int.random(in: -300_000...2_900_000, using: &generator))
            let (month, year) = (Self.months[date.month - 1], String(date.year))
            var forms = [date.description, " \(date.description) "]
            if date.year >= 1000 {
                let short = month.prefix(3)
                let weekday = Self.days[date.weekday.rawValue - 1]
                forms += [
                    "\(date.day) \(month) \(year)", "\(short) \(date.day), \(year)",
                    "the \(date.day)th of \(month) \(year)",
                    "\(weekday) \(date.day) \(short) \(year)",
                    "\(weekday.prefix(2)), \(month) the \(date.day)th \(year)".uppercased(),
                ]
            }
            for form in forms { #expect(try words.parse(form) == .day(date), "\(form), \(generator.note)") }
        }
    }

    @Test("Durations in days, weeks, months and years end where Foundation's calendar says")
    func durations() throws {
        var generator = SeededGenerator()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let units: [(String, Calendar.Component, Int)] = [
            ("days", .day, 1), ("w", .day, 7), ("months", .month, 1), ("y", .year, 1),
        ]
        for _ in 0..<400 {
            let now = Self.randomNow(&generator)
            let (name, component, factor) = try #require(units.randomElement(using: &generator))
            let count = Int.random(in: 0...400, using: &generator)
            let isPast = Bool.random(using: &generator)
            let start = Date(timeIntervalSince1970: Double(now.seconds))
            let end = try #require(
                calendar.date(byAdding: component, value: (isPast ? -count : count) * factor, to: start))
            let parts = calendar.dateComponents([.year, .month, .day], from: end)
            let expected = CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
            let text = isPast ? "\(count) \(name) ago" : "in \(count) \(name)"
            let found = try DateWords(now: now, zone: .utc).parse(text)
            #expect(found == expected.map { .day($0) }, "\(text) at \(now), \(generator.note)")
        }
    }

    @Test(
        "A weekday is one to seven days ahead, with ‘this’ none to six, with ‘last’ as far back, with ‘next’ next week")
    func weekdays() throws {
        var generator = SeededGenerator()
        for _ in 0..<500 {
            let now = Self.randomNow(&generator)
            let start = try #require(Weekday.allCases.randomElement(using: &generator))
            let words = DateWords(now: now, zone: .utc, weekStart: start)
            let today = TimeZoneRules.utc.civil(at: now).date
            let place = Int.random(in: 0..<7, using: &generator)
            let name = Self.days[place].prefix(Int.random(in: 2...9, using: &generator))
            for (prefix, range) in [("", 1...7), ("this ", 0...6), ("last ", -7 ... -1)] {
                guard case .day(let date) = try words.parse(prefix + name) else {
                    Issue.record("\(prefix)\(name) is no day")
                    continue
                }
                #expect(date.weekday.rawValue == place + 1, "\(prefix)\(name) at \(now), \(generator.note)")
                #expect(range.contains(today.days(until: date)), "\(prefix)\(name) at \(now), \(generator.note)")
            }
            guard case .day(let next) = try words.parse("next \(name)") else { continue }
            #expect(next.weekday.rawValue == place + 1)
            #expect(next.startOfWeek(start) == today.startOfWeek(start).adding(days: 7), "\(now), \(generator.note)")
        }
    }

    @Test("A time alone is within a day from now, and shows that time unless the clock skips it")
    func times() throws {
        var generator = SeededGenerator()
        let zone = try TimeZoneRules(identifier: "America/New_York")
        for _ in 0..<500 {
            let now = Self.randomNow(&generator)
            let time = TimeOfDay(secondOfDay: Int.random(in: 0..<1440, using: &generator) * 60)
            guard case .instant(let instant) = try DateWords(now: now, zone: zone).parse(time.hourAndMinute) else {
                Issue.record("\(time) is no instant")
                continue
            }
            #expect((0...90_000).contains(instant.seconds - now.seconds), "\(time) at \(now), \(generator.note)")
            let shown = zone.civil(at: instant).time
            #expect(shown == time || shown.hour == 3 && time.hour == 2, "\(time) at \(now), \(generator.note)")
        }
    }

    @Test("What is shown of a date is read as that date")
    func displayed() throws {
        var generator = SeededGenerator()
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        for _ in 0..<1_000 {
            let now = Self.randomNow(&generator)
            let today = zone.civil(at: now).date
            let date = today.adding(days: Int.random(in: -500...500, using: &generator))
            let display = DateDisplay(now: now, zone: zone)
            let words = DateWords(now: now, zone: zone)
            #expect(
                try words.parse(display.day(date)) == .day(date), "\(display.day(date)) at \(now), \(generator.note)")
            let time = TimeOfDay(secondOfDay: Int.random(in: 0..<1440, using: &generator) * 60)
            let instant = zone.timestamp(of: CivilTime(date: date, time: time))
            let text = display.instant(instant)
            #expect(try words.parse(text) == .instant(instant), "\(text) at \(now), \(generator.note)")
        }
    }

    @Test("Random words are read or refused with a message, whatever their case and the blanks between them")
    func randomWords() throws {
        var generator = SeededGenerator()
        let parts = """
            in at on of the a an next last this end now ago from today tonight tomorrow fri sat may nov 27 27th 3 0 2026 3d 5m
            6pm pm am 18:00 25:00 noon midnight week month year days hours min 2026-11-27 2026-02-30 2026-11-27t18:00z +01:00 z
            : - / , . é ٣ half hour one eom 1e9 99999999999 -1 18:00+01:00
            """.split(whereSeparator: \.isWhitespace).map(String.init)
        for _ in 0..<5_000 {
            let chosen = (0..<Int.random(in: 1...4, using: &generator)).compactMap { _ in
                parts.randomElement(using: &generator)
            }
            let words = DateWords(now: Self.randomNow(&generator), zone: .utc)
            let plain = Result { try words.parse(chosen.joined(separator: " ")) }
            let odd = Result { try words.parse(" " + chosen.map { $0.uppercased() }.joined(separator: "\t ") + ", ") }
            switch (plain, odd) {
            case (.success(let one), .success(let other)): #expect(one == other, "\(chosen), \(generator.note)")
            case (.failure(let error), .failure):
                #expect("\(error)".hasPrefix("‘\(chosen.joined(separator: " "))’ is not a date"))
            default: Issue.record("\(chosen), \(generator.note)")
            }
        }
    }
}
