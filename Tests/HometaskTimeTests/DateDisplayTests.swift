// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import Testing

@Suite("Dates as they are shown")
struct DateDisplayTests {
    private func display() throws -> DateDisplay {
        let now = try #require(Timestamp(rfc3339: "2026-11-21T09:00:00Z"))
        return DateDisplay(now: now, zone: try TimeZoneRules(identifier: "Europe/Amsterdam"))
    }

    @Test(
        "Days near today have names, days of other years their year",
        arguments: [
            ("2026-11-21", "today"), ("2026-11-22", "tomorrow"), ("2026-11-20", "yesterday"),
            ("2026-11-23", "Mon 23 Nov"),
            ("2026-11-19", "Thu 19 Nov"), ("2026-12-31", "Thu 31 Dec"), ("2027-01-01", "Fri 1 Jan 2027"),
            ("2025-12-31", "Wed 31 Dec 2025"), ("2026-05-05", "Tue 5 May"), ("2026-09-06", "Sun 6 Sep"),
        ])
    func days(date: String, text: String) throws {
        let date = try #require(CivilDate(iso: date))
        #expect(try display().day(date) == text)
    }

    @Test(
        "Instants are shown in the zone, with hour and minute",
        arguments: [
            ("2026-11-21T22:59:59Z", "today 23:59"), ("2026-11-21T23:00:00Z", "tomorrow 00:00"),
            ("2026-11-20T08:05:00Z", "yesterday 09:05"), ("2026-07-01T10:00:00Z", "Wed 1 Jul 12:00"),
            ("2026-12-31T23:30:00Z", "Fri 1 Jan 2027 00:30"),
        ])
    func instants(instant: String, text: String) throws {
        let instant = try #require(Timestamp(rfc3339: instant))
        #expect(try display().instant(instant) == text)
    }

    @Test(
        "How long ago something was is told for six hours",
        arguments: [
            ("2026-11-21T09:00:00Z", "just now"), ("2026-11-21T08:59:01Z", "just now"),
            ("2026-11-21T08:59:00Z", "1 minute ago"),
            ("2026-11-21T08:58:01Z", "1 minute ago"), ("2026-11-21T08:00:01Z", "59 minutes ago"),
            ("2026-11-21T08:00:00Z", "1 hour ago"), ("2026-11-21T03:00:01Z", "5 hours ago"),
            ("2026-11-21T03:00:00Z", "today 04:00"), ("2026-11-21T09:00:01Z", "today 10:00"),
            ("2026-11-20T09:00:00Z", "yesterday 10:00"),
        ])
    func ago(instant: String, text: String) throws {
        let instant = try #require(Timestamp(rfc3339: instant))
        #expect(try display().ago(instant) == text)
    }
}
