// SPDX-License-Identifier: Apache-2.0

import HometaskTime
import TestSupport
import Testing

@Suite("The text of a rule")
struct RecurrenceTextTests {
    @Test(
        "A rule has one canonical text",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"), ("RRULE:FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"),
            ("rrule:byday=fr,tu,tu;freq=weekly;wkst=su", "FREQ=WEEKLY;BYDAY=TU,FR"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU"),
            ("FREQ=MONTHLY;BYDAY=-1FR,+2MO,TH,1MO", "FREQ=MONTHLY;BYDAY=TH,1MO,2MO,-1FR"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1,31,+1,-2", "FREQ=MONTHLY;BYMONTHDAY=1,31,-2,-1"),
            ("COUNT=10;FREQ=YEARLY", "FREQ=YEARLY;COUNT=10"),
            ("FREQ=YEARLY;UNTIL=20271231", "FREQ=YEARLY;UNTIL=20271231"),
            ("FREQ=DAILY;UNTIL=20271231t120000z", "FREQ=DAILY;UNTIL=20271231T120000Z"),
            ("FREQ=DAILY;UNTIL=20271231T120000", "FREQ=DAILY;UNTIL=20271231T120000"),
            ("X-FROM=done;FREQ=DAILY;INTERVAL=003", "FREQ=DAILY;INTERVAL=3;X-FROM=DONE"),
            ("X-MISSED=all;FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO;X-MISSED=ALL"),
            ("FREQ=YEARLY;WKST=SU;BYWEEKNO=-1,20", "FREQ=YEARLY;BYWEEKNO=20,-1;WKST=SU"),
        ])
    func canonicalText(text: String, expected: String) throws {
        #expect(try RecurrenceRule(text).description == expected)
        #expect(try RecurrenceRule(expected).description == expected)
    }

    private static let faultCases: [(text: String, offset: Int, expected: String, found: String)] = [
        ("", 0, "a part such as FREQ=WEEKLY", ""), ("every day", 0, "a part such as FREQ=WEEKLY", "every day"),
        ("INTERVAL=2", 10, "FREQ=DAILY, WEEKLY, MONTHLY or YEARLY", ""),
        ("FREQ=HOURLY", 5, "DAILY, WEEKLY, MONTHLY or YEARLY", "HOURLY"), ("FREQ=", 5, "a value of FREQ", ""),
        ("FREQ=DAILY;", 11, "a part such as FREQ=WEEKLY", ""),
        ("RRULE:FREQ=SOON", 11, "DAILY, WEEKLY, MONTHLY or YEARLY", "SOON"),
        ("FREQ=DAILY;FREQ=DAILY", 11, "FREQ no more than once", "FREQ"),
        ("FREQ=DAILY;INTERVAL=0", 20, "a number from 1 to 999999", "0"),
        ("FREQ=DAILY;INTERVAL=1000000", 20, "a number from 1 to 999999", "1000000"),
        ("FREQ=DAILY;COUNT=-1", 17, "a number from 1 to 999999", "-1"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20270101", 25, "either COUNT or UNTIL, not both", "20270101"),
        (
            "FREQ=DAILY;UNTIL=20270231", 17, "a date such as 20261231, or a time such as 20261231T170000Z",
            "20270231"
        ),
        (
            "FREQ=DAILY;UNTIL=2027-01-01", 17, "a date such as 20261231, or a time such as 20261231T170000Z",
            "2027-01-01"
        ),
        (
            "FREQ=DAILY;UNTIL=20270101T250000", 17, "a date such as 20261231, or a time such as 20261231T170000Z",
            "20270101T250000"
        ),
        (
            "FREQ=DAILY;UNTIL=20270101T120000+", 17, "a date such as 20261231, or a time such as 20261231T170000Z",
            "20270101T120000+"
        ),
        ("FREQ=DAILY;BYHOUR=8", 11, "no time of day, which the due date has, but a part about days", "BYHOUR"),
        (
            "FREQ=DAILY;BYEASTER=1", 11, "the name of a part, such as FREQ, INTERVAL, BYDAY, COUNT or UNTIL",
            "BYEASTER"
        ),
        ("FREQ=YEARLY;BYMONTH=13", 20, "a number from 1 to 12", "13"),
        ("FREQ=YEARLY;BYMONTH=1,,2", 22, "a number from 1 to 12", ""),
        ("FREQ=MONTHLY;BYMONTHDAY=0", 24, "a number from 1 to 31, or with a minus from the end", "0"),
        ("FREQ=MONTHLY;BYMONTHDAY=5,--2", 26, "a number from 1 to 31, or with a minus from the end", "--2"),
        ("FREQ=WEEKLY;BYDAY=MO,XX", 21, "a weekday: MO, TU, WE, TH, FR, SA or SU", "XX"),
        ("FREQ=WEEKLY;BYDAY=1MO", 18, "a weekday without a number, which only a month or a year has", "1MO"),
        ("FREQ=MONTHLY;BYDAY=54MO", 19, "a weekday such as FR, 2TU or -1FR", "54MO"),
        ("FREQ=MONTHLY;BYDAY=M", 19, "a weekday: MO, TU, WE, TH, FR, SA or SU", "M"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", 23, "no days of the month in a rule with FREQ=WEEKLY", "1"),
        ("FREQ=MONTHLY;BYWEEKNO=1", 22, "weeks of the year in a rule with FREQ=YEARLY only", "1"),
        ("FREQ=MONTHLY;BYYEARDAY=1", 23, "days of the year in a rule with FREQ=YEARLY only", "1"),
        ("FREQ=MONTHLY;BYSETPOS=1", 22, "BYSETPOS beside a part that names days, such as BYDAY", "1"),
        ("FREQ=DAILY;WKST=MON", 16, "a weekday: MO, TU, WE, TH, FR, SA or SU", "MON"),
        ("FREQ=DAILY;X-FROM=DUE", 18, "DONE", "DUE"), ("FREQ=DAILY;X-MISSED=ONE", 20, "ALL", "ONE"),
        (
            "FREQ=DAILY;X-FROM=DONE;X-MISSED=ALL", 32, "no X-MISSED in a rule that counts from when it was done",
            "ALL"
        ),
        (
            "FREQ=WEEKLY;BYDAY=MO;X-FROM=DONE", 28,
            "an interval alone, without BY parts, in a rule that counts from when it was done", "DONE"
        ),
        ("FREQ=DAILY;ÄÖ=1", 11, "the name of a part, such as FREQ, INTERVAL, BYDAY, COUNT or UNTIL", "ÄÖ"),
    ]

    @Test(
        "An error gives its place, the expectation and the text found",
        arguments: faultCases)
    func faults(text: String, offset: Int, expected: String, found: String) {
        do {
            let rule = try RecurrenceRule(text)
            Issue.record("‘\(text)’ was read as \(rule)")
        } catch {
            #expect((error.offset, error.expected, error.found) == (offset, expected, found))
            #expect(error.description.contains("expected \(expected), found"))
        }
    }

    @Test("An overlong text is refused without being parsed")
    func longText() {
        #expect(throws: RecurrenceRuleError.self) {
            try RecurrenceRule("FREQ=YEARLY;BYYEARDAY=" + (1...200).map { "\($0)" }.joined(separator: ","))
        }
    }

    @Test("A random rule round-trips through text")
    func randomRules() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(2_000) {
            let text = RandomRule(using: &generator).text
            let rule = try RecurrenceRule(text)
            #expect(try RecurrenceRule(rule.description) == rule, "\(text), \(generator.note)")
        }
    }

    @Test("Random bytes and broken rules are refused or parsed, and never crash")
    func brokenRules() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(5_000) {
            var bytes = Array(RandomRule(using: &generator).text.utf8)
            for _ in 0...Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default: bytes[place] = "=;,-+T09Z".utf8.randomElement(using: &generator) ?? 0
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if let rule = try? RecurrenceRule(text) {
                #expect(try RecurrenceRule(rule.description) == rule, "\(text), \(generator.note)")
            }
        }
    }
}
