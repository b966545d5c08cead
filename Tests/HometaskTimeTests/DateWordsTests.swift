// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskTime

@Suite("Dates in words")
struct DateWordsTests {
    static func words(_ now: String, _ zone: String, weekStart: Weekday = .monday) throws -> DateWords {
        let now = try #require(Timestamp(rfc3339: now))
        return DateWords(now: now, zone: try TimeZoneRules(identifier: zone), weekStart: weekStart)
    }

    static func text(_ moment: Moment) -> String {
        switch moment {
        case .day(let date): date.description
        case .instant(let instant): instant.rfc3339
        }
    }

    /// On Saturday 21 November 2026, 10:00 in Amsterdam, an hour ahead of UTC.
    @Test(
        "Every way of saying it on a Saturday morning",
        arguments: [
            ("now", "2026-11-21T09:00:00Z"), ("NOW", "2026-11-21T09:00:00Z"),
            // ISO 8601.
            ("2026-11-27", "2026-11-27"), ("0001-02-03", "0001-02-03"), ("2026-11-27T18:00", "2026-11-27T17:00:00Z"),
            ("2026-11-27t18:00:30", "2026-11-27T17:00:30Z"), ("2026-11-27 18:00", "2026-11-27T17:00:00Z"),
            ("2026-11-27, 18:00", "2026-11-27T17:00:00Z"), ("2026-11-27 6pm", "2026-11-27T17:00:00Z"),
            ("2026-11-27T18:00Z", "2026-11-27T18:00:00Z"), ("2026-11-27T18:00:00Z", "2026-11-27T18:00:00Z"),
            ("2026-11-27 18:00+05:30", "2026-11-27T12:30:00Z"), ("2026-11-27T18:00-0500", "2026-11-27T23:00:00Z"),
            ("2026-11-27T18:00+01", "2026-11-27T17:00:00Z"), ("2026-01-01T00:30+01:00", "2025-12-31T23:30:00Z"),
            // Days.
            ("today", "2026-11-21"), ("Today", "2026-11-21"), ("tomorrow", "2026-11-22"), ("tmr", "2026-11-22"),
            ("tmrw", "2026-11-22"), ("yesterday", "2026-11-20"), ("  tomorrow  ", "2026-11-22"),
            ("on tomorrow", "2026-11-22"), ("tonight", "2026-11-21T19:00:00Z"), ("tonight 9pm", "2026-11-21T20:00:00Z"),
            // Times.
            ("18:00", "2026-11-21T17:00:00Z"), ("9:30", "2026-11-22T08:30:00Z"), ("10:00", "2026-11-21T09:00:00Z"),
            ("6pm", "2026-11-21T17:00:00Z"), ("6 pm", "2026-11-21T17:00:00Z"), ("6:30pm", "2026-11-21T17:30:00Z"),
            ("at 6:30 PM", "2026-11-21T17:30:00Z"), ("12am", "2026-11-21T23:00:00Z"), ("12pm", "2026-11-21T11:00:00Z"),
            ("noon", "2026-11-21T11:00:00Z"), ("at noon", "2026-11-21T11:00:00Z"), ("midnight", "2026-11-21T23:00:00Z"),
            ("23:59:59", "2026-11-21T22:59:59Z"), ("0:00", "2026-11-21T23:00:00Z"),
            // Days with times, either first.
            ("tomorrow 18:00", "2026-11-22T17:00:00Z"), ("tomorrow at 6pm", "2026-11-22T17:00:00Z"),
            ("tomorrow, 6 pm", "2026-11-22T17:00:00Z"), ("18:00 tomorrow", "2026-11-22T17:00:00Z"),
            ("6pm on fri", "2026-11-27T17:00:00Z"), ("at 18:00 fri", "2026-11-27T17:00:00Z"),
            ("fri 18:00", "2026-11-27T17:00:00Z"), ("on fri at noon", "2026-11-27T11:00:00Z"),
            ("today 8:00", "2026-11-21T07:00:00Z"), ("yesterday 18:00", "2026-11-20T17:00:00Z"),
            ("18:00 2026-11-27", "2026-11-27T17:00:00Z"),
            // Weekdays.
            ("fri", "2026-11-27"), ("FRI", "2026-11-27"), ("friday", "2026-11-27"), ("fr", "2026-11-27"),
            ("sat", "2026-11-28"), ("sun", "2026-11-22"), ("mon", "2026-11-23"), ("mo", "2026-11-23"),
            ("tues", "2026-11-24"), ("wed", "2026-11-25"), ("thurs", "2026-11-26"), ("this sat", "2026-11-21"),
            ("this fri", "2026-11-27"), ("next fri", "2026-11-27"), ("next sat", "2026-11-28"),
            ("last fri", "2026-11-20"), ("last sat", "2026-11-14"), ("next mon 9:00", "2026-11-23T08:00:00Z"),
            // Weeks, months and years.
            ("next week", "2026-11-23"), ("next month", "2026-12-01"), ("next year", "2027-01-01"),
            ("last week", "2026-11-09"), ("last month", "2026-10-01"), ("last year", "2025-01-01"),
            ("end of week", "2026-11-22"), ("eow", "2026-11-22"), ("end of the week", "2026-11-22"),
            ("end of month", "2026-11-30"), ("end of this month", "2026-11-30"), ("eom", "2026-11-30"),
            ("end of next month", "2026-12-31"), ("end of next week", "2026-11-29"), ("eoy", "2026-12-31"),
            ("end of next year", "2027-12-31"), ("eom 17:00", "2026-11-30T16:00:00Z"),
            // Durations.
            ("in 3 days", "2026-11-24"), ("3 days", "2026-11-24"), ("3d", "2026-11-24"), ("in 3d", "2026-11-24"),
            ("3 days ago", "2026-11-18"), ("3d ago", "2026-11-18"), ("3 days from now", "2026-11-24"),
            ("in a week", "2026-11-28"), ("a week ago", "2026-11-14"), ("2w", "2026-12-05"), ("in 2 wks", "2026-12-05"),
            ("in two weeks", "2026-12-05"), ("in 1 month", "2026-12-21"), ("3mo", "2027-02-21"),
            ("1 year", "2027-11-21"),
            ("1y ago", "2025-11-21"), ("in 0 days", "2026-11-21"), ("in 10000 days", "2054-04-08"),
            ("in 10000 years", "9999-12-31"), ("in 3 days at 18:00", "2026-11-24T17:00:00Z"),
            ("3 days ago noon", "2026-11-18T11:00:00Z"), ("in an hour", "2026-11-21T10:00:00Z"),
            ("in half an hour", "2026-11-21T09:30:00Z"), ("90min", "2026-11-21T10:30:00Z"),
            ("2 hours ago", "2026-11-21T07:00:00Z"), ("2h", "2026-11-21T11:00:00Z"),
            ("5 mins ago", "2026-11-21T08:55:00Z"),
            // Days of months.
            ("27 nov", "2026-11-27"), ("nov 27", "2026-11-27"), ("27 November", "2026-11-27"), ("21 nov", "2026-11-21"),
            ("20 nov", "2027-11-20"), ("27 nov 2025", "2025-11-27"), ("Nov 27, 2026", "2026-11-27"),
            ("27th of november", "2026-11-27"), ("november the 27th", "2026-11-27"), ("1st dec 2026", "2026-12-01"),
            ("the 27th", "2026-11-27"), ("27th", "2026-11-27"), ("20th", "2026-12-20"), ("31st", "2026-12-31"),
            ("27 nov 18:00", "2026-11-27T17:00:00Z"), ("27 nov at 6pm", "2026-11-27T17:00:00Z"),
            ("nov 27 6 pm", "2026-11-27T17:00:00Z"), ("6pm 27 nov", "2026-11-27T17:00:00Z"),
            ("may", "2027-05-01"), ("5 may", "2027-05-05"), ("may 5", "2027-05-05"), ("december", "2026-12-01"),
            ("dec 2027", "2027-12-01"), ("10 sept", "2027-09-10"), ("29 feb", "2028-02-29"),
            ("29 feb 2028", "2028-02-29"),
            // As dates are shown.
            ("Fri 27 Nov", "2026-11-27"), ("Fri 6 Nov", "2026-11-06"), ("Fri 27 Nov 18:00", "2026-11-27T17:00:00Z"),
            ("Sat 27 Nov 2027", "2027-11-27"), ("friday the 27th", "2026-11-27"),
            ("sat 27 nov 2027 9am", "2027-11-27T08:00:00Z"),
        ])
    func phrases(text: String, expected: String) throws {
        let moment = try Self.words("2026-11-21T09:00:00Z", "Europe/Amsterdam").parse(text)
        #expect(Self.text(moment) == expected)
    }

    @Test(
        "On other days",
        arguments: [
            // A Friday: the Friday of next week, and weekdays that are today.
            ("2026-11-27T09:00:00Z", "next fri", "2026-12-04"), ("2026-11-27T09:00:00Z", "fri", "2026-12-04"),
            ("2026-11-27T09:00:00Z", "this fri", "2026-11-27"), ("2026-11-27T09:00:00Z", "last fri", "2026-11-20"),
            // A Monday.
            ("2026-11-23T09:00:00Z", "next fri", "2026-12-04"), ("2026-11-23T09:00:00Z", "next week", "2026-11-30"),
            // The evening has come, or is over.
            ("2026-11-27T19:00:00Z", "tonight", "2026-11-27T19:00:00Z"),
            ("2026-11-27T19:00:01Z", "tonight", "2026-11-27"),
            // The day is one ahead of UTC's.
            ("2026-11-27T23:30:00Z", "today", "2026-11-28"), ("2026-11-27T23:30:00Z", "0:15", "2026-11-28T23:15:00Z"),
            // Ends of months and years.
            ("2027-01-31T09:00:00Z", "in a month", "2027-02-28"), ("2027-01-31T09:00:00Z", "next month", "2027-02-01"),
            ("2028-02-29T09:00:00Z", "in a year", "2029-02-28"), ("2028-02-29T09:00:00Z", "29 feb", "2028-02-29"),
            ("2026-12-31T09:00:00Z", "tomorrow", "2027-01-01"), ("2026-12-31T09:00:00Z", "eom", "2026-12-31"),
            ("2027-01-31T09:00:00Z", "30th", "2027-03-30"), ("2096-03-01T09:00:00Z", "29 feb", "2104-02-29"),
        ])
    func otherDays(now: String, text: String, expected: String) throws {
        #expect(Self.text(try Self.words(now, "Europe/Amsterdam").parse(text)) == expected)
    }

    @Test(
        "Where clocks change",
        arguments: [
            // Amsterdam, 29 March 2026: 02:00 becomes 03:00.
            ("Europe/Amsterdam", "2026-03-28T12:00:00Z", "tomorrow 1:59", "2026-03-29T00:59:00Z"),
            ("Europe/Amsterdam", "2026-03-28T12:00:00Z", "tomorrow 2:30", "2026-03-29T01:30:00Z"),
            ("Europe/Amsterdam", "2026-03-28T12:00:00Z", "tomorrow 3:00", "2026-03-29T01:00:00Z"),
            ("Europe/Amsterdam", "2026-03-28T12:00:00Z", "in 24 hours", "2026-03-29T12:00:00Z"),
            ("Europe/Amsterdam", "2026-03-28T12:00:00Z", "tomorrow 13:00", "2026-03-29T11:00:00Z"),
            ("Europe/Amsterdam", "2026-03-29T00:30:00Z", "in 1h", "2026-03-29T01:30:00Z"),
            // 25 October 2026: 03:00 becomes 02:00; the first of the two is meant.
            ("Europe/Amsterdam", "2026-10-24T12:00:00Z", "tomorrow 2:30", "2026-10-25T00:30:00Z"),
            ("Europe/Amsterdam", "2026-10-24T12:00:00Z", "tomorrow 3:00", "2026-10-25T02:00:00Z"),
            ("Europe/Amsterdam", "2026-10-24T12:00:00Z", "in a day", "2026-10-25"),
            ("Europe/Amsterdam", "2026-10-24T12:00:00Z", "25 oct noon", "2026-10-25T11:00:00Z"),
            // New York, 8 March and 1 November 2026.
            ("America/New_York", "2026-03-07T12:00:00Z", "tomorrow 2:30", "2026-03-08T07:30:00Z"),
            ("America/New_York", "2026-03-07T12:00:00Z", "tomorrow 6pm", "2026-03-08T22:00:00Z"),
            ("America/New_York", "2026-10-31T12:00:00Z", "tomorrow 1:30", "2026-11-01T05:30:00Z"),
            ("America/New_York", "2026-10-31T12:00:00Z", "tomorrow 2:00", "2026-11-01T07:00:00Z"),
            ("America/New_York", "2026-11-01T03:00:00Z", "today", "2026-10-31"),
        ])
    func clockChanges(zone: String, now: String, text: String, expected: String) throws {
        #expect(Self.text(try Self.words(now, zone).parse(text)) == expected)
    }

    @Test("Weeks begin where the family says they do")
    func weekStarts() throws {
        let sunday = try Self.words("2026-11-21T09:00:00Z", "Europe/Amsterdam", weekStart: .sunday)
        #expect(Self.text(try sunday.parse("next week")) == "2026-11-22")
        #expect(Self.text(try sunday.parse("next sat")) == "2026-11-28")
        #expect(Self.text(try sunday.parse("next sun")) == "2026-11-22")
        #expect(Self.text(try sunday.parse("eow")) == "2026-11-21")
        let saturday = try Self.words("2026-11-21T09:00:00Z", "Europe/Amsterdam", weekStart: .saturday)
        #expect(Self.text(try saturday.parse("next sat")) == "2026-11-28")
        #expect(Self.text(try saturday.parse("eow")) == "2026-11-27")
    }
}
