// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import Testing

@testable import HometaskTime

@Suite("Words that are no dates")
struct DateWordsErrorTests {
    @Test(
        "The message says what is wrong and what may have been meant",
        arguments: [
            ("", "‘’ is not a date: it is empty"), ("   ", "‘   ’ is not a date: it is empty"),
            ("tomorow", "‘tomorow’ is not a date; did you mean ‘tomorrow’?"),
            ("Tomorow", "‘Tomorow’ is not a date; did you mean ‘tomorrow’?"),
            ("firday", "‘firday’ is not a date; did you mean ‘friday’?"),
            (
                "wensday 18:00",
                "‘wensday 18:00’ is not a date: ‘wensday’ makes no sense there; did you mean ‘wednesday’?"
            ),
            ("fridays", "‘fridays’ is not a date; did you mean ‘friday’?"),
            ("whenever", "‘whenever’ is not a date"), ("x", "‘x’ is not a date"), ("m", "‘m’ is not a date"),
            ("t", "‘t’ is not a date"), ("tomorrow fri", "‘tomorrow fri’ is not a date: ‘fri’ makes no sense there"),
            ("today today", "‘today today’ is not a date: ‘today’ makes no sense there"),
            ("now 18:00", "‘now 18:00’ is not a date: ‘18:00’ makes no sense there"),
            ("fri 18:00 19:00", "‘fri 18:00 19:00’ is not a date: ‘19:00’ makes no sense there"),
            ("in", "‘in’ is not a date: a number and a unit should follow ‘in’, as in ‘in 3 days’"),
            ("in 3", "‘in 3’ is not a date: a number and a unit should follow ‘in’, as in ‘in 3 days’"),
            (
                "in 3 dyas",
                "‘in 3 dyas’ is not a date: a number and a unit should follow ‘in’, as in ‘in 3 days’; did you mean ‘days’?"
            ),
            ("in november", "‘in november’ is not a date: a number and a unit should follow ‘in’, as in ‘in 3 days’"),
            ("3 dyas", "‘3 dyas’ is not a date: ‘dyas’ makes no sense there; did you mean ‘days’?"),
            ("27 novembr", "‘27 novembr’ is not a date: ‘novembr’ makes no sense there; did you mean ‘november’?"),
            ("5m", "‘5m’ is not a date: ‘m’ could be minutes or months: write ‘5min’ or ‘5mo’"),
            ("in 5 m", "‘in 5 m’ is not a date: ‘m’ could be minutes or months: write ‘5min’ or ‘5mo’"),
            ("in 10001 days", "‘in 10001 days’ is not a date: 10001 is too large a number; 10000 is the greatest"),
            (
                "99999999999999999999d",
                "‘99999999999999999999d’ is not a date: 99999999999999999999 is too large a number; 10000 is the greatest"
            ),
            ("-3 days", "‘-3 days’ is not a date: ‘-3’ makes no sense there"),
            ("in 3 days ago", "‘in 3 days ago’ is not a date: ‘ago’ makes no sense there"),
            ("2 hours 18:00", "‘2 hours 18:00’ is not a date: ‘18:00’ makes no sense there"),
            (
                "next fridya",
                "‘next fridya’ is not a date: ‘week’, ‘month’, ‘year’ or a weekday should follow ‘next’; did you mean ‘friday’?"
            ),
            ("next", "‘next’ is not a date: ‘week’, ‘month’, ‘year’ or a weekday should follow ‘next’"),
            ("last", "‘last’ is not a date: ‘week’, ‘month’, ‘year’ or a weekday should follow ‘last’"),
            ("this week", "‘this week’ is not a date: a weekday should follow ‘this’"),
            ("end of", "‘end of’ is not a date: ‘week’, ‘month’ or ‘year’ should follow ‘end of’"),
            ("31 feb", "‘31 feb’ is not a date: february has no day 31"),
            ("feb 30 2028", "‘feb 30 2028’ is not a date: february 2028 has no day 30"),
            ("29 feb 2027", "‘29 feb 2027’ is not a date: february 2027 has no day 29"),
            ("32nd", "‘32nd’ is not a date: no month has a day 32"),
            ("0 nov", "‘0 nov’ is not a date: november has no day 0"),
            ("fri 28 nov", "‘fri 28 nov’ is not a date: 2026-11-28 is a saturday"),
            ("2026-02-30", "‘2026-02-30’ is not a date: there is no day ‘2026-02-30’"),
            ("2026-13-01 18:00", "‘2026-13-01 18:00’ is not a date: there is no day ‘2026-13-01’"),
            ("25:00", "‘25:00’ is not a date: there is no time ‘25:00’"),
            ("tomorrow 24:00", "‘tomorrow 24:00’ is not a date: there is no time ‘24:00’"),
            ("13pm", "‘13pm’ is not a date: there is no time ‘13pm’"),
            ("0 am", "‘0 am’ is not a date: there is no time ‘0am’"),
            ("18:0", "‘18:0’ is not a date: there is no time ‘18:0’"),
            ("fri at 6", "‘fri at 6’ is not a date: a time such as ‘18:00’ or ‘6pm’ should follow ‘at’"),
            ("at", "‘at’ is not a date: a time such as ‘18:00’ or ‘6pm’ should follow ‘at’"),
            ("on", "‘on’ is not a date: something is missing at its end"),
            ("27", "‘27’ is not a date: ‘27’ alone is too little: write ‘27 nov’, ‘27th’ or ‘18:00’"),
            ("2026", "‘2026’ is not a date: ‘2026’ alone is too little: write ‘27 nov’, ‘27th’ or ‘18:00’"),
            (
                "3/4",
                "‘3/4’ is not a date: write it as ‘27 nov’ or ‘2026-11-27’, so that nobody takes the day for the month"
            ),
            (
                "27-11-2026",
                "‘27-11-2026’ is not a date: write it as ‘27 nov’ or ‘2026-11-27’, so that nobody takes the day for the month"
            ),
            (
                "2026-11-27T18:00+25:00",
                "‘2026-11-27T18:00+25:00’ is not a date: ‘18:00+25:00’ is no time with an offset such as ‘18:00Z’ or ‘18:00+01:00’"
            ),
            ("2026-11-27T", "‘2026-11-27T’ is not a date"),
            ("٢٧ nov", "‘٢٧ nov’ is not a date: ‘٢٧’ makes no sense there"),
        ])
    func messages(text: String, message: String) throws {
        let words = try DateWordsTests.words("2026-11-21T09:00:00Z", "Europe/Amsterdam")
        let error = #expect(throws: DateWordsError.self) { try words.parse(text) }
        #expect(error?.description == message)
        #expect(error?.text == text)
    }

    @Test("A text longer than a date is not even read")
    func length() throws {
        let words = try DateWordsTests.words("2026-11-21T09:00:00Z", "Europe/Amsterdam")
        let error = #expect(throws: DateWordsError.self) { try words.parse("fri" + String(repeating: " ", count: 198)) }
        #expect(error?.description == "‘fri                 …’ is not a date: it is too long for one")
        #expect(throws: Never.self) { try words.parse("fri" + String(repeating: " ", count: 197)) }
    }

    @Test("Every form that hints show is understood")
    func examples() throws {
        let words = try DateWordsTests.words("2026-11-21T09:00:00Z", "Europe/Amsterdam")
        for example in DateWordsError.examples.components(separatedBy: ", ") {
            #expect(throws: Never.self) { try words.parse(example) }
        }
    }

    @Test(
        "Distances between words",
        arguments: [("", "", 0), ("a", "", 1), ("dyas", "days", 1), ("kitten", "sitting", 3)])
    func distances(a: String, b: String, distance: Int) {
        #expect(Spelling.distance(Array(a.utf8), Array(b.utf8)) == distance)
        #expect(Spelling.distance(Array(b.utf8), Array(a.utf8)) == distance)
    }
}
