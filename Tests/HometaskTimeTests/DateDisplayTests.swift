// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import TestSupport
import Testing

@Suite("Dates for display")
struct DateDisplayTests {
    /// Saturday 21 November 2026, 10:15:30 in Amsterdam.
    static func display() throws -> DateDisplay {
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        return DateDisplay(now: try DateParserTests.instant(DateParserTests.now, zone), zone: zone)
    }

    @Test(
        "Near days have names, others a date",
        arguments: [
            ("2026-11-21", "today"), ("2026-11-22", "tomorrow"), ("2026-11-20", "yesterday"),
            ("2026-11-19", "2 days ago"), ("2026-11-15", "6 days ago"), ("2026-11-14", "Sat 14 Nov"),
            ("2026-11-23", "Mon 23 Nov"), ("2026-11-27", "Fri 27 Nov"), ("2026-12-31", "Thu 31 Dec"),
            ("2026-05-21", "21 May 2026"), ("2026-05-22", "Fri 22 May"),
            ("2026-01-01", "1 Jan 2026"), ("2027-01-08", "Fri 8 Jan 2027"), ("2027-11-27", "27 Nov 2027"),
            ("2025-12-31", "31 Dec 2025"), ("0000-01-01", "1 Jan 0"), ("9999-12-31", "31 Dec 9999"),
        ])
    func days(date: String, expected: String) throws {
        let day = try #require(CivilDate(iso: date))
        #expect(try Self.display().due(.day(day)) == expected)
    }

    @Test(
        "Instants include their time",
        arguments: [
            ("2026-11-21T18:00", "today 18:00"), ("2026-11-22T00:00", "tomorrow 00:00"),
            ("2026-11-20T23:59", "yesterday 23:59"), ("2026-11-18T09:05", "3 days ago 09:05"),
            ("2026-11-27T18:00", "Fri 27 Nov 18:00"), ("2027-11-27T18:00", "27 Nov 2027 18:00"),
        ])
    func instants(time: String, expected: String) throws {
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        #expect(try Self.display().due(.instant(DateParserTests.instant(time, zone))) == expected)
    }

    @Test(
        "An overdue day is shown with its age",
        arguments: [
            ("2026-11-21", "today"), ("2026-11-20", "yesterday"), ("2026-11-15", "6 days ago"),
            ("2026-11-14", "14 Nov, 7 days ago"), ("2026-11-08", "8 Nov, 13 days ago"),
            ("2026-11-07", "7 Nov, 2 weeks ago"), ("2026-09-01", "1 Sep, 2 months ago"),
            ("2026-03-12", "12 Mar 2026, 8 months ago"), ("2024-11-21", "21 Nov 2024, 2 years ago"),
        ])
    func overdue(date: String, expected: String) throws {
        let day = try #require(CivilDate(iso: date))
        #expect(try Self.display().overdue(.day(day)) == expected)
    }

    @Test("A time overdue today is shown with hours and minutes")
    func overdueToday() throws {
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        let overdue = { try Self.display().overdue(.instant(DateParserTests.instant($0, zone))) }
        #expect(try overdue("2026-11-21T08:00") == "today 08:00, 2 hours ago")
        #expect(try overdue("2026-11-21T10:00") == "today 10:00, 15 minutes ago")
        #expect(try overdue("2026-11-20T23:00") == "yesterday 23:00")
        #expect(try overdue("2026-11-07T09:00") == "7 Nov 09:00, 2 weeks ago")
    }

    @Test(
        "Past events are shown by their age",
        arguments: [
            ("2026-11-21T10:15:30", "just now"), ("2026-11-21T10:14:31", "just now"),
            ("2026-11-21T10:16:30", "just now"), ("2026-11-21T10:16:31", "today 10:16"),
            ("2026-11-21T10:14:30", "1 minute ago"), ("2026-11-21T10:10:00", "5 minutes ago"),
            ("2026-11-21T09:15:31", "59 minutes ago"), ("2026-11-21T09:15:30", "1 hour ago"),
            ("2026-11-21T08:00:00", "2 hours ago"), ("2026-11-21T00:00:00", "10 hours ago"),
            ("2026-11-20T23:59:59", "yesterday 23:59"), ("2026-11-20T18:02:00", "yesterday 18:02"),
            ("2026-11-19T23:00:00", "19 Nov"), ("2026-11-03T12:00:00", "3 Nov"), ("2026-01-03T12:00:00", "3 Jan 2026"),
            ("2025-11-03T12:00:00", "3 Nov 2025"), ("2099-01-01T12:00:00", "1 Jan 2099 12:00"),
        ])
    func ago(time: String, expected: String) throws {
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        #expect(try Self.display().ago(DateParserTests.instant(time, zone)) == expected)
    }

    @Test("Shortly after midnight, hours still count and yesterday has not begun")
    func afterMidnight() throws {
        let zone = try TimeZoneRules(identifier: "America/New_York")
        let display = DateDisplay(now: try DateParserTests.instant("2026-11-21T01:00", zone), zone: zone)
        #expect(display.ago(try DateParserTests.instant("2026-11-20T20:00", zone)) == "5 hours ago")
        #expect(display.ago(try DateParserTests.instant("2026-11-20T18:30", zone)) == "yesterday 18:30")
    }

    @Test("A displayed due day parses as the same day, up to half a year away")
    func readBack() throws {
        var generator = SeededGenerator(usually: 20_261_121)
        for _ in 0..<2_000 {
            let now = Timestamp(seconds: Int64.random(in: 946_684_800...2_524_608_000, using: &generator))
            let today = TimeZoneRules.utc.civil(at: now).date
            let day = today.adding(days: Int.random(in: -6...183, using: &generator))
            let shown = DateDisplay(now: now, zone: .utc).day(day)
            // The weekday is for people; the date after it is parseable.
            let parts = shown.split(separator: " ")
            let text =
                parts.count >= 3 && !shown.hasSuffix("ago") && parts[0].count == 3
                ? parts.dropFirst().joined(separator: " ") : shown
            #expect(try DateParser(now: now, zone: .utc).parse(text) == .day(day), "\(shown), \(generator.note)")
        }
    }
}
