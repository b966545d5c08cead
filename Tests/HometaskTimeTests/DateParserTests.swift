// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import Testing

@Suite("Typed dates")
struct DateParserTests {
    /// Saturday 21 November 2026, 10:15:30 in Amsterdam.
    static let now = "2026-11-21T10:15:30"

    static func words(
        _ now: String = now, in zone: String = "Europe/Amsterdam", weekStart: Weekday = .monday,
        direction: DateParser.DateDirection = .future
    ) throws -> DateParser {
        let rules = try TimeZoneRules(identifier: zone)
        return DateParser(now: try instant(now, rules), zone: rules, weekStart: weekStart, direction: direction)
    }

    static func instant(_ text: String, _ zone: TimeZoneRules) throws -> Timestamp {
        let parts = text.split(separator: "T")
        let clock = parts[1].split(separator: ":").compactMap { Int($0) }
        let date = try #require(CivilDate(iso: String(parts[0])))
        let time = try #require(TimeOfDay(hour: clock[0], minute: clock[1], second: clock.count > 2 ? clock[2] : 0))
        return zone.timestamp(of: CivilTime(date: date, time: time))
    }

    /// A day as `2026-11-21`, or an instant in the local time of a zone.
    static func shown(_ moment: Moment, in zone: String = "Europe/Amsterdam") throws -> String {
        switch moment {
        case .day(let date): date.description
        case .instant(let instant): try TimeZoneRules(identifier: zone).civil(at: instant).description
        }
    }

    private static let phraseCases: [(phrase: String, expected: String)] = [
        ("2026-11-21", "2026-11-21"), ("2026-02-28", "2026-02-28"), ("0000-01-01", "0000-01-01"),
        ("9999-12-31", "9999-12-31"), ("2026-11-21T18:00", "2026-11-21T18:00:00"),
        ("2026-11-21t18:00", "2026-11-21T18:00:00"), ("2026-11-21 18:00", "2026-11-21T18:00:00"),
        ("2026-11-21T18:00:30", "2026-11-21T18:00:30"), ("2026-11-21 18:00:30", "2026-11-21T18:00:30"),
        ("2026-11-21T18:00Z", "2026-11-21T19:00:00"), ("2026-11-21T18:00:05Z", "2026-11-21T19:00:05"),
        ("2026-11-21 18:00z", "2026-11-21T19:00:00"), ("2026-11-21T18:00+01:00", "2026-11-21T18:00:00"),
        ("2026-11-21T18:00-0500", "2026-11-22T00:00:00"), ("2026-11-21 18:00+05:30", "2026-11-21T13:30:00"),
        ("2026-11-21T18:00+09", "2026-11-21T10:00:00"), ("2026-11-21 at 6pm", "2026-11-21T18:00:00"),
        ("now", "2026-11-21T10:15:30"), ("today", "2026-11-21"), ("TODAY", "2026-11-21"),
        ("  today  ", "2026-11-21"), ("tomorrow", "2026-11-22"), ("tmr", "2026-11-22"), ("yesterday", "2026-11-20"),
        ("day after tomorrow", "2026-11-23"), ("the day before yesterday", "2026-11-19"),
        ("tonight", "2026-11-21T20:00:00"), ("tonight 21:30", "2026-11-21T21:30:00"),
        ("tonight at 9pm", "2026-11-21T21:00:00"),
        ("fri", "2026-11-27"), ("friday", "2026-11-27"), ("Fri", "2026-11-27"), ("mo", "2026-11-23"),
        ("sat", "2026-11-28"), ("saturday", "2026-11-28"), ("sun", "2026-11-22"), ("thurs", "2026-11-26"),
        ("on tuesday", "2026-11-24"), ("this sat", "2026-11-21"), ("this fri", "2026-11-27"),
        ("next fri", "2026-11-27"), ("next sat", "2026-11-28"), ("next monday", "2026-11-23"),
        ("last fri", "2026-11-20"), ("last sat", "2026-11-14"),
        ("this week", "2026-11-16"), ("next week", "2026-11-23"), ("last week", "2026-11-09"),
        ("this month", "2026-11-01"), ("next month", "2026-12-01"), ("last month", "2026-10-01"),
        ("this year", "2026-01-01"), ("next year", "2027-01-01"), ("last year", "2025-01-01"),
        ("end of week", "2026-11-22"), ("eow", "2026-11-22"), ("end of the month", "2026-11-30"),
        ("eom", "2026-11-30"), ("end of year", "2026-12-31"), ("eoy", "2026-12-31"),
        ("end of next month", "2026-12-31"), ("end of last month", "2026-10-31"),
        ("end of this week", "2026-11-22"),
        ("start of next year", "2027-01-01"), ("beginning of the week", "2026-11-16"),
        ("in 3 days", "2026-11-24"), ("in 2 weeks", "2026-12-05"), ("in 1 month", "2026-12-21"),
        ("in 90 minutes", "2026-11-21T11:45:30"), ("in an hour", "2026-11-21T11:15:30"),
        ("in a week", "2026-11-28"),
        ("in two weeks", "2026-12-05"), ("3d", "2026-11-24"), ("2w", "2026-12-05"), ("1m", "2026-12-21"),
        ("1y", "2027-11-21"), ("2h", "2026-11-21T12:15:30"), ("30min", "2026-11-21T10:45:30"),
        ("1h30min", "2026-11-21T11:45:30"), ("in 1 hour and 30 minutes", "2026-11-21T11:45:30"),
        ("1 day 2 hours", "2026-11-22T12:15:30"), ("1y2m", "2028-01-21"), ("0 days", "2026-11-21"),
        ("3 days ago", "2026-11-18"), ("2 weeks ago", "2026-11-07"), ("a month ago", "2026-10-21"),
        ("1y ago", "2025-11-21"), ("90 minutes ago", "2026-11-21T08:45:30"),
        ("3 days ago at 9:00", "2026-11-18T09:00:00"),
        ("nov 30", "2026-11-30"), ("30 nov", "2026-11-30"), ("30 november 2026", "2026-11-30"),
        ("Nov 30, 2026", "2026-11-30"), ("30th of November", "2026-11-30"), ("the 1st of may", "2027-05-01"),
        ("21 nov", "2026-11-21"), ("20 nov", "2027-11-20"), ("november", "2027-11-01"), ("december", "2026-12-01"),
        ("nov 2026", "2026-11-01"), ("sept 3", "2027-09-03"), ("29 feb", "2028-02-29"),
        ("feb 29 2028", "2028-02-29"),
        ("on the 27th", "2026-11-27"), ("20th", "2026-12-20"), ("31st", "2026-12-31"),
        ("noon", "2026-11-21T12:00:00"), ("midnight", "2026-11-22T00:00:00"), ("18:00", "2026-11-21T18:00:00"),
        ("9:00", "2026-11-22T09:00:00"), ("10:15:30", "2026-11-21T10:15:30"), ("10:15", "2026-11-22T10:15:00"),
        ("6pm", "2026-11-21T18:00:00"), ("6 pm", "2026-11-21T18:00:00"), ("6:30pm", "2026-11-21T18:30:00"),
        ("at 18:00", "2026-11-21T18:00:00"), ("12am", "2026-11-22T00:00:00"), ("12pm", "2026-11-21T12:00:00"),
        ("tomorrow 18:00", "2026-11-22T18:00:00"), ("tomorrow noon", "2026-11-22T12:00:00"),
        ("fri at 6pm", "2026-11-27T18:00:00"), ("fri midnight", "2026-11-27T00:00:00"),
        ("in 3 days 9:00", "2026-11-24T09:00:00"), ("18:00 tomorrow", "2026-11-22T18:00:00"),
        ("at 6pm on friday", "2026-11-27T18:00:00"), ("30 nov 18:00", "2026-11-30T18:00:00"),
        ("nov 30 2027 at 9am", "2027-11-30T09:00:00"), ("next month 9:00", "2026-12-01T09:00:00"),
        ("eom 23:59", "2026-11-30T23:59:00"),
    ]

    @Test(
        "Phrases have their expected meaning",
        arguments: phraseCases)
    func phrases(phrase: String, expected: String) throws {
        #expect(try Self.shown(Self.words().parse(phrase)) == expected)
    }

    @Test(
        "Across clock changes, a phrase is a time that exists",
        arguments: [
            // Amsterdam: 29 March 02:00 to 03:00, 25 October 03:00 to 02:00.
            ("Europe/Amsterdam", "2026-03-28T12:00", "tomorrow 2:30", "2026-03-29T03:30:00", 1_774_747_800),
            ("Europe/Amsterdam", "2026-03-28T12:00", "tomorrow 3:00", "2026-03-29T03:00:00", 1_774_746_000),
            ("Europe/Amsterdam", "2026-03-29T01:30", "in 1 hour", "2026-03-29T03:30:00", 1_774_747_800),
            ("Europe/Amsterdam", "2026-03-28T02:30", "in 1 day 1 hour", "2026-03-29T04:30:00", 1_774_751_400),
            ("Europe/Amsterdam", "2026-10-24T12:00", "tomorrow 2:30", "2026-10-25T02:30:00", 1_792_888_200),
            ("Europe/Amsterdam", "2026-10-25T01:30", "in 2 hours", "2026-10-25T02:30:00", 1_792_891_800),
            ("Europe/Amsterdam", "2026-10-24T12:00", "2026-10-25T02:30+01:00", "2026-10-25T02:30:00", 1_792_891_800),
            // New York: 8 March and 1 November.
            ("America/New_York", "2026-03-07T12:00", "sun 2:30am", "2026-03-08T03:30:00", 1_772_955_000),
            ("America/New_York", "2026-03-08T01:30", "in 60 minutes", "2026-03-08T03:30:00", 1_772_955_000),
            ("America/New_York", "2026-10-31T12:00", "tomorrow 1:30", "2026-11-01T01:30:00", 1_793_511_000),
            ("America/New_York", "2026-11-01T00:30", "2h", "2026-11-01T01:30:00", 1_793_514_600),
            ("America/New_York", "2026-11-01T12:00", "11h ago", "2026-11-01T01:00:00", 1_793_512_800),
        ] as [(String, String, String, String, Int64)])
    func clockChanges(zone: String, now: String, phrase: String, expected: String, seconds: Int64) throws {
        let found = try Self.words(now, in: zone).parse(phrase)
        #expect(try Self.shown(found, in: zone) == expected)
        #expect(found == .instant(Timestamp(seconds: seconds)))
    }

    @Test("The week begins on the family's first weekday")
    func weekStarts() throws {
        func check(_ start: Weekday, _ phrase: String, expected: String) throws {
            #expect(try Self.shown(Self.words(weekStart: start).parse(phrase)) == expected)
        }
        try check(.sunday, "eow", expected: "2026-11-21")
        try check(.sunday, "next week", expected: "2026-11-22")
        try check(.sunday, "next sun", expected: "2026-11-22")
        try check(.sunday, "next fri", expected: "2026-11-27")
        try check(.saturday, "this week", expected: "2026-11-21")
        try check(.saturday, "next week", expected: "2026-11-28")
        try check(.saturday, "next fri", expected: "2026-12-04")
    }

    @Test(
        "In the direction of the past, a phrase means the latest such day or time",
        arguments: [
            ("18:00", "2026-11-20T18:00:00"), ("9:00", "2026-11-21T09:00:00"), ("fri", "2026-11-20"),
            ("sat", "2026-11-14"), ("3 nov", "2026-11-03"), ("3nov", "2026-11-03"), ("nov3", "2026-11-03"),
            ("21 nov", "2026-11-21"), ("30 nov", "2025-11-30"),
            ("29 feb", "2024-02-29"), ("november", "2026-11-01"), ("december", "2025-12-01"), ("31st", "2026-10-31"),
            ("2w", "2026-11-07"), ("2 hours", "2026-11-21T08:15:30"), ("in 2 hours", "2026-11-21T12:15:30"),
            ("2h ago", "2026-11-21T08:15:30"), ("tomorrow", "2026-11-22"), ("fri 18:00", "2026-11-20T18:00:00"),
        ])
    func leaningToThePast(phrase: String, expected: String) throws {
        #expect(try Self.shown(Self.words(direction: .past).parse(phrase)) == expected)
    }

    @Test(
        "An invalid date is refused at the place where it stops making sense",
        arguments: [
            ("", 0, "it is empty"), ("  ", 2, "it is empty"), ("soon", 0, nil), ("tomorow", 0, nil),
            ("tomorrow evening", 9, nil),
            ("tomorrow 25:00", 9, "there is no such time; write times like 18:00 or 6pm"),
            ("tomorrow 18:00 sharp", 15, nil), ("fri fri", 4, nil), ("13pm", 0, nil), ("0am", 0, nil), ("6", 0, nil),
            ("at", 2, "something is missing at its end"), ("tomorrow at", 11, "something is missing at its end"),
            ("2026-02-30", 0, "there is no 30 February 2026: February 2026 has 28 days"),
            ("2026-04-31", 0, "there is no 31 April 2026: April 2026 has 30 days"),
            ("2026-11-00", 0, "there is no 0 November 2026: November 2026 has 30 days"),
            ("2026-13-01", 0, "there are twelve months, not 13"),
            ("2026-2-3", 0, "a month and a day have two digits, as in 2026-02-03"),
            ("2026-11", 0, "write numeric dates with the year first, 2026-11-27"),
            ("21/11/2026", 0, "write numeric dates with the year first, 2026-11-27"),
            ("21.11.26", 0, "write numeric dates with the year first, 2026-11-27"),
            ("2026-11-21T24:00", 11, "there is no such time; write times like 18:00 or 6pm"),
            ("2026-11-21T18:00Zulu", 11, "write an offset from UTC like Z or +01:00"),
            ("2026-11-21T18:00+25:00", 11, "write an offset from UTC like Z or +01:00"),
            ("2026-11-21T18:00+1", 11, "write an offset from UTC like Z or +01:00"),
            ("2026-11-21T18:00Z x", 18, nil),
            ("30 feb", 0, "there is no 30 February: February has 29 days"),
            ("31feb", 0, "there is no 31 February: February has 29 days"),
            ("feb30", 0, "there is no 30 February: February has 29 days"),
            ("feb 29 2027", 0, "there is no 29 February 2027: February 2027 has 28 days"),
            (
                "30/2", 0,
                "there is no 30 February: February has 29 days, and write numeric dates with the year first, 2026-11-27"
            ),
            (
                "31.4.2026", 0, "there is no 31 April 2026: April 2026 has 30 days"
            ),
            ("32/13", 0, "there is no such day, and write numeric dates with the year first, 2026-11-27"),
            ("11/27", 0, "write numeric dates with the year first, 2026-11-27"),
            ("nov 31", 0, "there is no 31 November: November has 30 days"), ("32nd", 0, "no month has such a day"),
            ("nov 30 1800", 7, nil),
            ("in", 2, "a number and a unit should follow ‘in’"), ("in 3", 3, "a number and a unit should follow ‘in’"),
            ("in fri", 3, "a number and a unit should follow ‘in’"),
            ("in 3 parsecs", 3, "a number and a unit should follow ‘in’"),
            ("in 3 days ago", 10, nil), ("-3 days", 0, nil), ("in 101 years", 3, "that is more than a hundred years"),
            ("999999999d", 0, "that is more than a hundred years"), ("99999999999999999999d", 0, nil),
            ("in 2 hours 9:00", 11, nil),
            ("next", 4, "a weekday, ‘week’, ‘weekend’, ‘month’ or ‘year’ should follow ‘next’"),
            ("next time", 5, "a weekday, ‘week’, ‘weekend’, ‘month’ or ‘year’ should follow ‘next’"),
            ("end of days", 7, "‘week’, ‘month’ or ‘year’ should follow there"),
            ("on", 2, "a day should follow ‘on’"), ("on 18:00", 3, "a day should follow ‘on’"), ("now 18:00", 4, nil),
            ("ago", 0, nil), ("٣ days", 0, nil), ("fri\u{1b}[31m", 0, nil), ("\0", 0, nil), ("the", 0, nil),
            ("the 6pm", 0, nil),
        ] as [(String, Int, String?)])
    func wrongPhrases(phrase: String, position: Int, reason: String?) throws {
        let error = try #require(throws: DateParserError.self) { _ = try Self.words().parse(phrase) }
        #expect(error.position == position)
        #expect(error.reason == reason)
        #expect(error.text == phrase)
    }

    @Test("An overlong string is refused, whatever its content")
    func tooLong() throws {
        let error = try #require(throws: DateParserError.self) {
            _ = try Self.words().parse(String(repeating: "in 1 day ", count: 30))
        }
        #expect(
            error.description == "‘in 1 day in 1 day in…’ is not a date: it is too long; a date has at most 200 bytes")
        #expect(try Self.shown(Self.words().parse(String(repeating: "1d", count: 100))) == "2027-03-01")
    }

    @Test(
        "A misspelt word is refused with the nearest one as a suggestion",
        arguments: [
            ("tomorow", "tomorrow"), ("firday", "friday"), ("wensday 18:00", "wednesday"), ("in 3 dasy", nil),
            ("novembr 3", "november"), ("fry", "fri"), ("xyzzy", nil), ("next mnth", "month"),
        ] as [(String, String?)])
    func suggestions(phrase: String, expected: String?) throws {
        let error = try #require(throws: DateParserError.self) { _ = try Self.words().parse(phrase) }
        #expect(error.suggestion == expected)
        let hint = expected.map { "did you mean ‘\($0)’?" } ?? "write dates like \(DateParserError.examples)"
        #expect(error.hint == hint)
    }

    @Test("Every example in the hints parses")
    func examples() throws {
        for example in DateParserError.examples.split(separator: ",") {
            _ = try Self.words().parse(String(example))
        }
    }
}
