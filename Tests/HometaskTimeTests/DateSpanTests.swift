// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import Testing

@Suite("Spans of dates in words")
struct DateSpanTests {
    /// Saturday, 21 November 2026.
    private let words = DateParser(now: Timestamp(seconds: 1_795_251_600), zone: .utc)

    @Test(
        "weeks, months and years cover all their days; anything else is a day or an instant",
        arguments: [
            ("today", "2026-11-21", "2026-11-21"), ("fri", "2026-11-27", "2026-11-27"),
            ("this week", "2026-11-16", "2026-11-22"), ("week", "2026-11-16", "2026-11-22"),
            ("next month", "2026-12-01", "2026-12-31"), ("Last Year", "2025-01-01", "2025-12-31"),
            ("feb", "2027-02-01", "2027-02-28"), ("february 2028", "2028-02-01", "2028-02-29"),
            ("november", "2026-11-01", "2026-11-30"), ("nov 2027", "2027-11-01", "2027-11-30"),
            ("27 nov", "2026-11-27", "2026-11-27"), ("end of month", "2026-11-30", "2026-11-30"),
            ("next fri", "2026-11-27", "2026-11-27"), ("7d", "2026-11-28", "2026-11-28"),
        ])
    func days(text: String, first: String, last: String) throws {
        let span = DateSpan.days(try #require(CivilDate(iso: first)), try #require(CivilDate(iso: last)))
        #expect(try words.span(text) == span)
        #expect(span.start(in: .utc).rfc3339 == first + "T00:00:00Z")
        #expect(span.end(in: .utc).rfc3339 == last + "T23:59:59Z")
    }

    @Test("instants stay instants, and nonsense is refused")
    func others() throws {
        #expect(try words.span("tomorrow 18:00") == .instant(Timestamp(seconds: 1_795_370_400)))
        for text in ["", "next", "week 12", "this month 18", "nov nov", "last"] {
            #expect(throws: DateParserError.self) { try words.span(text) }
        }
    }

    @Test("durations are distinguished from dates")
    func lengths() {
        for text in ["7d", "2 weeks", "1h30min", "a month", "3 days and 2 hours"] {
            #expect(DateParser.isLength(text), "\(text)")
        }
        for text in ["", "7", "in 3 days", "3 days ago", "fri", "2026-11-27", "7d 18:00"] {
            #expect(!DateParser.isLength(text), "\(text)")
        }
    }
}
