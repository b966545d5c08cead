// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import PluginTaskServices
import PluginTestSupport
import TestSupport
import Testing

@Suite("Microsoft To Do")
struct MicrosoftToDoTests {
    static let task = """
        {"id": "a", "title": "Mow", "status": "notStarted", "importance": "high", "isReminderOn": true,
         "createdDateTime": "2026-11-01T10:00:00.8339192Z", "categories": ["Red category"],
         "body": {"content": "<html><head><style>x</style></head><body><div>Front &amp; back</div><p>Rake<br>too</p></body></html>",
                  "contentType": "html"},
         "dueDateTime": {"dateTime": "2026-11-26T23:00:00.0000000", "timeZone": "UTC"},
         "reminderDateTime": {"dateTime": "2026-11-27T08:00:00.0000000", "timeZone": "UTC"},
         "recurrence": {"pattern": {"type": "weekly", "interval": 2, "daysOfWeek": ["tuesday", "friday"]},
                        "range": {"type": "noEnd", "startDate": "2026-11-27"}},
         "checklistItems": [{"displayName": "Fuel", "isChecked": true}, {"displayName": "Blades", "isChecked": false}],
         "linkedResources": [{"webUrl": "https://example.org/1"}]}
        """

    @Test(
        "Lists and tasks are read from any wrapping",
        arguments: [
            "[{\"displayName\": \"Garden\", \"tasks\": [TASK]}]",
            "{\"value\": [{\"displayName\": \"Garden\", \"isOwner\": true, \"tasks\": {\"value\": [TASK]}}]}",
            "{\"lists\": [{\"displayName\": \"Garden\", \"tasks\": [TASK]}, {\"displayName\": \"Empty\", \"isOwner\": true}]}",
        ])
    func fields(around: String) throws {
        let parts = around.split(separator: "TASK")
        let found = try read("microsoft-todo", parts.joined(separator: Self.task))
        #expect(found.others == [["name": "Garden"]])
        #expect(
            found.tasks == [
                [
                    "title": "Mow", "description": ["Front & back", "Rake", "too", "https://example.org/1"],
                    "tags": ["Red-category"], "priority": "high", "due": ["date": "2026-11-27"],
                    "reminders": ["2026-11-27T08:00:00Z"], "repeat": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR",
                    "items": [["text": "Fuel", "done": true], ["text": "Blades"]],
                    "created": ["at": "2026-11-01T10:00:00Z"],
                ]
            ])
        #expect(found.faults.isEmpty)
    }

    @Test(
        "A due date is the day shown in To Do",
        arguments: [
            ("2026-11-27T00:00:00.0000000", "UTC"), ("2026-11-26T23:00:00.0000000", "UTC"),
            ("2026-11-27T00:00:00.0000000", "W. Europe Standard Time"), ("2026-11-27T00:00:00", "Europe/Amsterdam"),
        ])
    func due(time: String, zone: String) throws {
        let found = try read(
            "microsoft-todo",
            #"[{"id": "a", "title": "x", "dueDateTime": {"dateTime": "\#(time)", "timeZone": "\#(zone)"}}]"#)
        #expect(found.tasks == [["title": "x", "due": ["date": "2026-11-27"]]])
    }

    @Test("States are read, and those that mean neither open nor done are reported")
    func states() throws {
        let states = ["notStarted", "inProgress", "completed", "waitingOnOthers", "deferred"]
        let tasks = states.map { #"{"id": "\#($0)", "title": "\#($0)", "status": "\#($0)"}"# }
        let found = try read("microsoft-todo", "[\(tasks.joined(separator: ", "))]")
        #expect(found.tasks.map { $0["completion"] != nil } == [false, false, true, false, false])
        #expect(
            found.faults
                == ["waitingOnOthers", "deferred"].map {
                    "1: the status ‘\($0)’ is neither open nor done; the task is imported as open"
                })
    }

    @Test(
        "Recurrences become rules",
        arguments: [
            (#"{"type": "daily", "interval": 3}"#, #"{"type": "noEnd"}"#, "FREQ=DAILY;INTERVAL=3"),
            (#"{"type": "absoluteMonthly", "interval": 1, "dayOfMonth": 15}"#, "{}", "FREQ=MONTHLY;BYMONTHDAY=15"),
            (
                #"{"type": "relativeMonthly", "interval": 1, "daysOfWeek": ["monday"], "index": "last"}"#, "{}",
                "FREQ=MONTHLY;BYDAY=-1MO"
            ),
            (
                #"{"type": "absoluteYearly", "interval": 1, "month": 3, "dayOfMonth": 9}"#,
                #"{"type": "numbered", "numberOfOccurrences": 4}"#, "FREQ=YEARLY;COUNT=4;BYMONTH=3;BYMONTHDAY=9"
            ),
            (#"{"type": "lunar", "interval": 1}"#, "{}", nil),
        ] as [(String, String, String?)])
    func recurrences(pattern: String, range: String, rule: String?) throws {
        let found = try read(
            "microsoft-todo",
            #"[{"id": "a", "title": "x", "recurrence": {"pattern": \#(pattern), "range": \#(range)}}]"#)
        let expected = try rule.map { try RecurrenceRule($0).description }
        #expect(found.tasks.map { $0["repeat"]?.stringValue } == [expected])
        #expect(found.faults.count == (rule == nil ? 1 : 0))
    }
}
