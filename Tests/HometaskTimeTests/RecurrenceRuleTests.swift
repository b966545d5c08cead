// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import Testing

@Suite("Rules of recurrence")
struct RecurrenceRuleTests {
    private static let newYork = Result { try TimeZoneRules(identifier: "America/New_York") }

    /// The first days of a rule from a given start, with `…` if more follow.
    private func days(_ text: String, from start: String, limit: Int = 8) throws -> String {
        let date = try #require(CivilDate(iso: start))
        let slots = try RecurrenceRule(text).slots(
            from: RecurrenceSlot(date: date, time: TimeOfDay(hour: 9, minute: 0)), in: Self.newYork.get())
        let found = slots.prefix(limit + 1).map(\.date.description)
        return (found.prefix(limit) + (found.count > limit ? ["…"] : [])).joined(separator: " ")
    }

    private static let standardExamples: [(text: String, start: String, expected: String)] = [
        ("FREQ=DAILY;COUNT=3", "1997-09-02", "1997-09-02 1997-09-03 1997-09-04"),
        ("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02", "1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12"),
        ("FREQ=DAILY;UNTIL=19970904T000000Z", "1997-09-02", "1997-09-02 1997-09-03"),
        ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "1997-09-02", "1997-09-02 1997-09-16 1997-09-30 …"),
        (
            "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997-09-02",
            "1997-09-02 1997-09-04 1997-09-09 1997-09-11 1997-09-16 1997-09-18 1997-09-23 1997-09-25 …"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02",
            "1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16"
        ),
        (
            "FREQ=MONTHLY;COUNT=4;BYDAY=1FR", "1997-09-05", "1997-09-05 1997-10-03 1997-11-07 1997-12-05"
        ),
        (
            "FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU", "1997-09-07",
            "1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25"
        ),
        (
            "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22",
            "1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16"
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=-3", "1997-09-28", "1997-09-28 1997-10-29 1997-11-28 1997-12-29 …"),
        (
            "FREQ=MONTHLY;COUNT=5;BYMONTHDAY=1,-1", "1997-09-30",
            "1997-09-30 1997-10-01 1997-10-31 1997-11-01 1997-11-30"
        ),
        ("FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "1997-06-10", "1997-06-10 1997-07-10 1998-06-10 1998-07-10"),
        (
            "FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200", "1997-01-01",
            "1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09"
        ),
        ("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1997-05-19 1998-05-18 1999-05-17 …"),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12", "1997-05-12 1998-05-11 1999-05-17 …"),
        ("FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997-03-13", "1997-03-13 1997-03-20 1997-03-27 1998-03-05 …"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1997-09-02", "1998-02-13 1998-03-13 1998-11-13 1999-08-13 …"),
        (
            "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "1997-09-13",
            "1997-09-13 1997-10-11 1997-11-08 1997-12-13 …"
        ),
        (
            "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05",
            "1996-11-05 2000-11-07 2004-11-02 …"
        ),
        ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04", "1997-09-04 1997-10-07 1997-11-06"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997-09-29", "1997-09-29 1997-10-30 1997-11-27 …"),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05",
            "1997-08-05 1997-08-10 1997-08-19 1997-08-24"
        ),
        (
            "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05",
            "1997-08-05 1997-08-17 1997-08-19 1997-08-31"
        ),
        (
            "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-15",
            "2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30"
        ),
    ]

    @Test(
        "The examples of RFC 5545 give its results",
        arguments: standardExamples)
    func examplesOfTheStandard(text: String, start: String, expected: String) throws {
        let limit = expected.split(separator: " ").count { $0 != "…" }
        #expect(try days(text, from: start, limit: limit) == expected)
    }

    @Test(
        "Ends of months, leap days and set positions",
        arguments: [
            ("FREQ=MONTHLY", "2026-01-31", "2026-01-31 2026-03-31 2026-05-31 …"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 …"),
            ("FREQ=YEARLY", "2024-02-29", "2024-02-29 2028-02-29 2032-02-29 …"),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "2024-02-29", "2024-02-29 2025-02-28 2026-02-28 …"),
            ("FREQ=YEARLY", "2096-02-29", "2096-02-29 2104-02-29 …"),
            ("FREQ=YEARLY;INTERVAL=100", "2000-02-29", "2000-02-29 2400-02-29 …"),
            ("FREQ=MONTHLY;BYDAY=5FR", "2026-01-01", "2026-01-30 2026-05-29 2026-07-31 …"),
            ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-01-01", "2026-01-30 2026-02-27 2026-03-31 …"),
            ("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1", "2026-11-25", "2026-11-30 2026-12-07 …"),
            ("FREQ=MONTHLY;BYDAY=MO,2TU", "2026-11-01", "2026-11-02 2026-11-09 2026-11-10 2026-11-16 …"),
            ("FREQ=WEEKLY;BYDAY=TU", "2026-11-25", "2026-12-01 …"),
        ])
    func edges(text: String, start: String, expected: String) throws {
        let limit = expected.split(separator: " ").count { $0 != "…" }
        #expect(try days(text, from: start, limit: limit) == expected)
    }

    @Test(
        "A rule without any day ends at once",
        .timeLimit(.minutes(1)),
        arguments: [
            "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=6",
            "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2",
            "FREQ=YEARLY;INTERVAL=999999;BYMONTH=1",
            "FREQ=YEARLY;BYMONTH=2;BYDAY=5MO;BYMONTHDAY=28", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=1",
        ])
    func barrenRules(text: String) throws {
        #expect(try days(text, from: "2026-11-22") == "")
    }

    @Test("A time of day is unchanged by both clock changes")
    func daylightSaving() throws {
        func instants(
            in zone: String, from start: RecurrenceSlot, by rule: String = "FREQ=DAILY;COUNT=3"
        ) throws -> [String] {
            let zone = try TimeZoneRules(identifier: zone)
            return try RecurrenceRule(rule).slots(from: start, in: zone).map { slot in
                guard case .instant(let instant) = slot.moment(in: zone) else { return "a day" }
                return instant.rfc3339
            }
        }
        func slot(_ date: String, hour: Int, minute: Int) throws -> RecurrenceSlot {
            RecurrenceSlot(date: try #require(CivilDate(iso: date)), time: TimeOfDay(hour: hour, minute: minute))
        }
        // 02:30 does not exist on the 29th and becomes 03:30; the day after it is 02:30 again.
        #expect(
            try instants(in: "Europe/Amsterdam", from: slot("2026-03-28", hour: 2, minute: 30))
                == ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"])
        // 02:30 occurs twice on the 25th: the first occurrence is used.
        #expect(
            try instants(in: "Europe/Amsterdam", from: slot("2026-10-24", hour: 2, minute: 30))
                == ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
        #expect(
            try instants(in: "America/New_York", from: slot("2026-03-07", hour: 9, minute: 0))
                == ["2026-03-07T14:00:00Z", "2026-03-08T13:00:00Z", "2026-03-09T13:00:00Z"])
        // The gap is half an hour on Lord Howe Island.
        #expect(
            try instants(in: "Australia/Lord_Howe", from: slot("2026-10-03", hour: 2, minute: 15))
                == ["2026-10-02T15:45:00Z", "2026-10-03T15:45:00Z", "2026-10-04T15:15:00Z"])
        // The end is an instant, and inclusive.
        #expect(
            try instants(
                in: "Europe/Amsterdam", from: slot("2026-10-24", hour: 2, minute: 30),
                by: "FREQ=DAILY;UNTIL=20261025T003000Z")
                == ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z"])
    }

    @Test(
        "The end of a rule is inclusive, in each of its forms",
        arguments: [
            ("20261203", 3), ("20261203T090000", 3), ("20261203T085959", 2), ("20261203T140000Z", 3),
            ("20261203T135959Z", 2), ("20261130", 0),
        ])
    func ends(until: String, count: Int) throws {
        let found = try days("FREQ=DAILY;UNTIL=\(until)", from: "2026-12-01")
        #expect(found.split(separator: " ").count == count)
    }

    @Test("A whole-day rule ends with its last day, or with the local day of its end instant")
    func endsOfDays() throws {
        func count(_ until: String, _ zone: TimeZoneRules) throws -> Int {
            let start = RecurrenceSlot(date: try #require(CivilDate(iso: "2026-12-01")))
            return try RecurrenceRule("FREQ=DAILY;UNTIL=\(until)").slots(from: start, in: zone).reduce(0) { sum, _ in
                sum + 1
            }
        }
        #expect(try count("20261203", .utc) == 3)
        #expect(try count("20261203T030000", .utc) == 3)
        #expect(try count("20261203T030000Z", .utc) == 3)
        #expect(try count("20261203T030000Z", Self.newYork.get()) == 2)
    }

    @Test(
        "With X-FROM=DONE a task recurs its interval after completion, clamped to shorter months",
        arguments: [
            ("FREQ=DAILY;INTERVAL=3;X-FROM=DONE", "2026-11-22", "2026-11-25"),
            ("FREQ=WEEKLY;X-FROM=DONE", "2026-11-22", "2026-11-29"),
            ("FREQ=MONTHLY;X-FROM=DONE", "2026-01-31", "2026-02-28"),
            ("FREQ=YEARLY;X-FROM=DONE", "2024-02-29", "2025-02-28"),
            ("FREQ=DAILY;INTERVAL=3;UNTIL=20261124;X-FROM=DONE", "2026-11-22", nil),
            ("FREQ=DAILY;COUNT=1;X-FROM=DONE", "2026-11-22", nil), ("FREQ=DAILY;X-FROM=DONE", "9999-12-31", nil),
        ])
    func doneBased(text: String, done: String, expected: String?) throws {
        let date = try #require(CivilDate(iso: done))
        let slot = try RecurrenceRule(text).slot(afterDoneOn: date, time: nil, in: .utc)
        #expect(slot?.date.description == expected)
    }

    @Test("The remaining count decreases by one per occurrence, down to the last")
    func counting() throws {
        let zone = TimeZoneRules.utc
        var rule = try RecurrenceRule("FREQ=DAILY;COUNT=3")
        var slot = RecurrenceSlot(date: try #require(CivilDate(iso: "2026-12-30")))
        var found: [String] = []
        while let next = rule.slot(after: slot, in: zone) {
            (slot, rule) = (next, rule.following)
            found.append("\(next.date) \(rule)")
        }
        #expect(found == ["2026-12-31 FREQ=DAILY;COUNT=2", "2027-01-01 FREQ=DAILY;COUNT=1"])
    }

    @Test("The next slot after missed ones is the same with and without walking through them")
    func missed() throws {
        let day = try #require(CivilDate(iso: "2026-11-21"))
        let rules = [
            "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "FREQ=MONTHLY",
            "FREQ=DAILY;BYMONTH=2,11", "FREQ=YEARLY",
        ]
        for text in rules {
            for back in [2, 3, 4, 8, 15, 40, 400, 4_000] {
                for end in ["", ";COUNT=5", ";COUNT=200", ";COUNT=5000", ";UNTIL=20261130"] {
                    let rule = try RecurrenceRule(text + end)
                    let slot = RecurrenceSlot(date: day.adding(days: -back))
                    // All slots after the first, each with its remaining count.
                    let all = { rule.slots(from: slot, in: .utc).lazy.filter { $0.date > slot.date } }
                    let missed = all().first(where: { _ in true }).map { $0.date < day } ?? false
                    let next = all().enumerated().first { missed ? $0.element.date > day : true }
                    let found = rule.next(after: slot, doneAt: CivilTime(date: day, time: .noon), in: .utc)
                    #expect(found?.slot == next?.element, "\(rule) \(back)")
                    if let next, case .count(let count) = rule.end {
                        let isNamed = rule.slots(from: slot, in: .utc).first { _ in true }?.date == slot.date
                        if isNamed { #expect(found?.rule.end == .count(count - next.offset - 1), "\(rule) \(back)") }
                    }
                }
            }
        }
    }
}
