// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime
import Testing

@testable import HometaskReminders

@Suite("The times of reminders")
struct ReminderPlanTests {
    private func plan(
        _ task: JSONObject, _ member: JSONObject = [:], family: [String]? = nil, asOf time: Timestamp,
        zone: String = "Europe/Amsterdam"
    ) throws -> ReminderPlan {
        var (task, member) = (task, member)
        task["id"] = DocumentID.test(1).json
        task["title"] = "Bins"
        member["id"] = DocumentID.test(2).json
        return ReminderPlan(
            try #require(TaskRecord(task)), for: try #require(MemberRecord(member)),
            defaults: family.flatMap { ReminderTime.all($0) }, in: try TimeZoneRules(identifier: zone), asOf: time)
    }

    private func times(_ reminders: [PlannedReminder]) -> [String] { reminders.map(\.due.rfc3339) }

    @Test("A task's own reminders take precedence over the member's, then the family's, then one at the due time")
    func defaults() throws {
        let due: JSONObject = ["due": ["at": "2026-11-27T17:00:00Z"]]
        var own = due
        own["reminders"] = ["PT30M", "P1D"]
        let before: Timestamp = "2026-11-20T00:00:00Z"
        let member: JSONObject = ["reminders": ["PT2H"]]
        #expect(
            times(try plan(own, member, family: ["PT3H"], asOf: before).future) == [
                "2026-11-26T17:00:00Z", "2026-11-27T16:30:00Z",
            ])
        #expect(times(try plan(due, member, family: ["PT3H"], asOf: before).future) == ["2026-11-27T15:00:00Z"])
        #expect(times(try plan(due, family: ["PT3H"], asOf: before).future) == ["2026-11-27T14:00:00Z"])
        #expect(times(try plan(due, asOf: before).future) == ["2026-11-27T17:00:00Z"])
        own["reminders"] = ["none"]
        #expect(try plan(own, member, asOf: before).future.isEmpty)
        own["reminders"] = ["none", "PT1H"]
        #expect(times(try plan(own, member, asOf: before).future) == ["2026-11-27T16:00:00Z"])
        own["reminders"] = ["2026-11-22T08:00:00Z"]
        #expect(times(try plan(own, member, asOf: before).future) == ["2026-11-22T08:00:00Z"])
    }

    @Test("An all-day task is due at the member's time of day, in the family's zone, across clock changes")
    func wholeDays() throws {
        let task: JSONObject = ["due": ["date": "2026-10-25"], "reminders": ["PT0S", "P1D", "PT2H"]]
        let before: Timestamp = "2026-10-01T00:00:00Z"
        // Clocks go back at 03:00 on that day: 09:00 is 08:00 UTC, and 07:00 on the day before.
        #expect(
            times(try plan(task, asOf: before).future) == [
                "2026-10-24T07:00:00Z", "2026-10-25T06:00:00Z", "2026-10-25T08:00:00Z",
            ])
        #expect(times(try plan(task, ["remindAt": "18:30"], asOf: before).future).last == "2026-10-25T17:30:00Z")
    }

    @Test("One day before a time is the same time on the previous day, in the date's zone")
    func daysBefore() throws {
        let task: JSONObject = [
            "due": ["at": "2026-11-01T17:00:00Z", "zone": "America/New_York"], "reminders": ["P1D"],
        ]
        // 12:00 in New York, after the clock change there; 12:00 on the previous day is 16:00 UTC.
        #expect(times(try plan(task, asOf: "2026-10-01T00:00:00Z").future) == ["2026-10-31T16:00:00Z"])
    }

    @Test("Quiet hours delay reminders to their end, past midnight and across clock changes too")
    func quietHours() throws {
        let member: JSONObject = ["quietHours": ["from": "21:00", "to": "07:00"]]
        let task: JSONObject = ["due": ["at": "2026-11-27T22:30:00Z"], "reminders": ["PT0S", "PT3H"]]
        #expect(
            times(try plan(task, member, asOf: "2026-11-01T00:00:00Z").future) == [
                "2026-11-27T19:30:00Z", "2026-11-28T06:00:00Z",
            ])
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        let night = try #require(ClockSpan(text: "21:00-02:30"))
        // 02:15 for the second time: the quiet hours end at the second 02:30.
        let second: Timestamp = "2026-10-25T01:15:00Z"
        #expect(zone.civil(at: second).time.hourAndMinute == "02:15")
        #expect(night.end(at: second, in: zone) == "2026-10-25T01:30:00Z")
        #expect(night.end(at: "2026-10-25T12:00:00Z", in: zone) == nil)
        // Exactly at the start of the quiet hours, before midnight and after it: they end at the minute.
        for begin: Timestamp in ["2026-11-21T20:00:00Z", "2026-11-21T20:00:01Z", "2026-11-22T01:29:59Z"] {
            #expect(night.end(at: begin, in: zone) == "2026-11-22T01:30:00Z")
        }
        #expect(ClockSpan(text: "07:00-07:00") == nil)
    }

    @Test("Only the latest nag counts, from the due time on; quiet hours merge nags into one at their end")
    func nags() throws {
        let task: JSONObject = ["due": ["at": "2026-11-27T17:00:00Z"], "reminders": ["none"], "nag": "PT1H"]
        #expect(try plan(task, asOf: "2026-11-27T16:59:59Z").past.isEmpty)
        let later = try plan(task, asOf: "2026-11-27T19:30:00Z")
        #expect(times(later.past) == ["2026-11-27T19:00:00Z"])
        #expect(times(later.future) == ["2026-11-27T20:00:00Z"])
        let member: JSONObject = ["quietHours": ["from": "21:00", "to": "07:00"]]
        let night = try plan(task, member, asOf: "2026-11-28T02:00:00Z")
        #expect(night.past.isEmpty && Set(times(night.future)) == ["2026-11-28T06:00:00Z"])
        #expect(times(try plan(task, member, asOf: "2026-11-28T06:00:00Z").past) == ["2026-11-28T06:00:00Z"])
        let daily: JSONObject = ["due": ["date": "2026-10-24"], "reminders": ["none"], "nag": "P1D"]
        // Each day at 09:00, before and after the clock change.
        #expect(times(try plan(daily, asOf: "2026-10-24T12:00:00Z").past) == ["2026-10-24T07:00:00Z"])
        #expect(times(try plan(daily, asOf: "2026-10-26T07:59:00Z").past) == ["2026-10-25T08:00:00Z"])
        #expect(times(try plan(daily, asOf: "2026-10-26T08:00:00Z").past) == ["2026-10-26T08:00:00Z"])
    }

    @Test("A nag keeps its time of day across the spring clock change, in its date's zone, and never repeats itself")
    func nagsInSpring() throws {
        let daily: JSONObject = ["due": ["date": "2026-03-28"], "reminders": ["none"], "nag": "P1D"]
        // 09:00 is 08:00 UTC on the due day, and 07:00 from the next day on.
        #expect(times(try plan(daily, asOf: "2026-03-29T06:59:59Z").past) == ["2026-03-28T08:00:00Z"])
        let spring = try plan(daily, asOf: "2026-03-29T07:00:00Z")
        #expect(times(spring.past) == ["2026-03-29T07:00:00Z"] && times(spring.future) == ["2026-03-30T07:00:00Z"])
        let away: JSONObject = [
            "due": ["at": "2026-10-30T16:00:00Z", "zone": "America/New_York"], "reminders": ["none"], "nag": "P1D",
        ]
        #expect(times(try plan(away, asOf: "2026-11-01T23:00:00Z").past) == ["2026-11-01T17:00:00Z"])
    }

    @Test("A snooze replaces all reminders before its end; a wait delays them; a done task has none")
    func snoozeWaitDone() throws {
        var task: JSONObject = [
            "due": ["at": "2026-11-27T17:00:00Z"], "reminders": ["PT0S", "PT1H"], "snooze": "2026-11-27T16:30:00Z",
        ]
        let before: Timestamp = "2026-11-20T00:00:00Z"
        #expect(
            times(try plan(task, asOf: before).future) == ["2026-11-27T16:30:00Z", "2026-11-27T17:00:00Z"])
        // A reminder at the exact end of the snooze is kept beside it.
        task["snooze"] = "2026-11-27T16:00:00Z"
        #expect(
            times(try plan(task, asOf: before).future) == [
                "2026-11-27T16:00:00Z", "2026-11-27T16:00:00Z", "2026-11-27T17:00:00Z",
            ])
        task["snooze"] = nil
        task["wait"] = ["at": "2026-11-27T16:45:00Z"]
        #expect(
            times(try plan(task, asOf: before).future) == ["2026-11-27T16:45:00Z", "2026-11-27T17:00:00Z"])
        task["completion"] = ["at": "2026-11-20T00:00:00Z"]
        let done = try plan(task, asOf: before)
        #expect(done.past.isEmpty && done.future.isEmpty)
    }

    @Test(
        "Lengths of time are read in words and in ISO 8601",
        arguments: [
            ("30min", "PT30M"), ("30m", "PT30M"), ("2h", "PT2H"), ("1h30m", "PT1H30M"), ("1 day 2 hours", "P1DT2H"),
            ("2 weeks", "P14D"), ("P2W", "P14D"), ("PT90M", "PT1H30M"), ("0min", "PT0S"), ("1d", "P1D"),
        ])
    func lengths(words: String, iso: String) throws {
        let length = try #require(ISODuration(words: words))
        #expect(length.description == iso)
        #expect(ISODuration(iso: iso) == length)
        #expect(length == .zero || ISODuration(words: length.words) == length)
    }

    @Test(
        "Invalid lengths of time are refused",
        arguments: [
            "", "P", "PT", "P1M", "P1Y", "PT1D", "P1DT", "1", "h", "1x", "-1h", "P-1D", "PT1.5H", "P1H", "PT1M1H",
            "200y",
            "9999999999d", "P36526D",
        ])
    func noLengths(text: String) {
        #expect(ISODuration(words: text) == nil)
    }
}
