// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskTime
import TestSupport
import Testing

@Suite("Civil dates")
struct CivilDateTests {
    @Test("Every day of the years 0000 to 9999 has a number and round-trips through it")
    func numbersAreABijection() {
        var date = CivilDate.earliest
        var number = date.dayNumber
        #expect(number == -719_528)
        while date < .latest {
            number += 1
            let next = CivilDate(dayNumber: number)
            let follows =
                next.day == date.day + 1 && next.month == date.month && next.year == date.year
                || next.day == 1 && next.month == date.month + 1 && date == date.endOfMonth && next.year == date.year
                || next.day == 1 && next.month == 1 && date == date.endOfYear && next.year == date.year + 1
            guard follows, next.dayNumber == number, date < next else {
                Issue.record("\(next) does not follow \(date)")
                return
            }
            date = next
        }
        #expect(number == 2_932_896)
    }

    @Test("Weekdays match Foundation's calendar")
    func weekdays() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for _ in 0..<500 {
            let number = Int.random(in: 0...50_000, using: &generator)
            let theirs = calendar.component(.weekday, from: Date(timeIntervalSince1970: Double(number) * 86_400))
            #expect(CivilDate(dayNumber: number).weekday.rawValue % 7 + 1 == theirs, "\(generator.note)")
        }
    }

    @Test("A month later is the same day, or the last day of a shorter month")
    func monthsClamp() throws {
        let last = try #require(CivilDate(iso: "2027-01-31"))
        #expect(last.adding(months: 1).description == "2027-02-28")
        #expect(last.adding(months: 13).description == "2028-02-29")
        #expect(last.adding(months: -2).description == "2026-11-30")
        #expect(last.adding(months: -1).description == "2026-12-31")
        let leap = try #require(CivilDate(iso: "2028-02-29"))
        #expect(leap.adding(years: 1).description == "2029-02-28")
        #expect(leap.adding(years: 4).description == "2032-02-29")
        #expect(leap.adding(years: -28).description == "2000-02-29")
    }

    @Test("Arithmetic stops at the first and at the last date")
    func arithmeticIsBounded() {
        for step in [1, 400, 1_000_000_000, Int.max] {
            #expect(CivilDate.latest.adding(days: step) == .latest)
            #expect(CivilDate.latest.adding(months: step) == .latest)
            #expect(CivilDate.latest.adding(years: step) == .latest)
            #expect(CivilDate.earliest.adding(days: -step) == .earliest)
            #expect(CivilDate.earliest.adding(months: -step) == .earliest)
            #expect(CivilDate.earliest.adding(years: -step) == .earliest)
        }
        #expect(CivilDate(dayNumber: .min) == .earliest)
        #expect(CivilDate(dayNumber: .max) == .latest)
    }

    @Test("Weeks begin on the family's first weekday")
    func weeks() throws {
        let saturday = try #require(CivilDate(iso: "2026-11-21"))
        #expect(saturday.weekday == .saturday)
        #expect(saturday.startOfWeek(.monday).description == "2026-11-16")
        #expect(saturday.startOfWeek(.sunday).description == "2026-11-15")
        #expect(saturday.startOfWeek(.saturday) == saturday)
        for start in Weekday.allCases {
            let first = saturday.startOfWeek(start)
            #expect(first.weekday == start)
            #expect((0...6).contains(first.days(until: saturday)))
        }
    }

    @Test(
        "Only the exact ISO 8601 form of a date that exists is read",
        arguments: [
            "", "2026", "2026-11", "2026-1-1", "2026-11-211", "2026-13-01", "2026-00-10", "2026-02-30", "2025-02-29",
            "1900-02-29", "2026-04-31", "+026-11-21", "2026/11/21", "2026-11-2١", " 2026-11-21", "20261121",
        ])
    func wrongISO(text: String) {
        #expect(CivilDate(iso: text) == nil)
    }

    @Test("ISO 8601 text round-trips", arguments: ["0000-01-01", "2000-02-29", "2026-11-21", "9999-12-31"])
    func rightISO(text: String) {
        #expect(CivilDate(iso: text)?.description == text)
    }

    @Test("Times of day wrap at midnight and refuse out-of-range components")
    func timesOfDay() {
        #expect(TimeOfDay(hour: 24, minute: 0) == nil)
        #expect(TimeOfDay(hour: 23, minute: 60) == nil)
        #expect(TimeOfDay(hour: -1, minute: 0) == nil)
        #expect(TimeOfDay(hour: 23, minute: 59, second: 60) == nil)
        #expect(TimeOfDay(secondOfDay: -1).description == "23:59:59")
        #expect(TimeOfDay(secondOfDay: 86_400) == .midnight)
        #expect(TimeOfDay(hour: 9, minute: 5)?.hourAndMinute == "09:05")
    }
}
