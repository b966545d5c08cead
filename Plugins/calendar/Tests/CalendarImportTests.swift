// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import PluginCalendar
import PluginTestSupport
import TestSupport
import Testing

@Suite("Calendars from other programs")
struct CalendarImportTests {
    /// The tasks of a file by title, and the faults.
    private func read(
        _ text: String, documents: [JSONObject] = [], zone: String = "Europe/Amsterdam"
    ) throws -> (tasks: [String: JSONObject], others: [JSONObject], faults: [String]) {
        let trial = PluginTrial(CalendarPlugin(), documents: documents)
        trial.zone = zone
        let outcome = try trial.import("ics", text)
        var (tasks, others): ([String: JSONObject], [JSONObject]) = ([:], [])
        for case .create(let kind, _, let fields) in outcome.changes {
            if kind == .task { tasks[fields["title"]?.stringValue ?? ""] = fields } else { others.append(fields) }
        }
        return (tasks, others, outcome.faults.map { "\($0.line ?? 0): \($0.message)" })
    }

    private func todo(_ lines: String) -> String {
        "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:1\r\n\(lines)\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    }

    @Test("A colon or semicolon in a quoted parameter is part of it")
    func quotedParameters() throws {
        let found = try read(todo(#"SUMMARY;ALTREP="cid:part;1";LANGUAGE=en:Bins: green; blue"#))
        #expect(found.tasks.keys.sorted() == ["Bins: green; blue"] && found.faults.isEmpty)
        let zoned = try read(
            todo("SUMMARY:Bins\r\nDUE;X-A=\"a:b;c\";TZID=\"America/New_York\":20261127T180000"))
        #expect(zoned.tasks["Bins"]?["due"]?["at"] == "2026-11-27T23:00:00Z")
    }

    @Test("Apple: a list as category, a zoned time, alarms, a rule with a start")
    func apple() throws {
        let found = try read(
            """
            BEGIN:VCALENDAR\r
            CALSCALE:GREGORIAN\r
            PRODID:-//Apple Inc.//macOS 14.5//EN\r
            VERSION:2.0\r
            X-WR-CALNAME:Shopping\r
            BEGIN:VTIMEZONE\r
            TZID:Europe/Amsterdam\r
            BEGIN:STANDARD\r
            DTSTART:19961027T030000\r
            END:STANDARD\r
            END:VTIMEZONE\r
            BEGIN:VTODO\r
            CREATED:20261101T100000Z\r
            DTSTART;TZID=Europe/Amsterdam:20261127T180000\r
            DUE;TZID=Europe/Amsterdam:20261127T180000\r
            RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=FR\r
            STATUS:NEEDS-ACTION\r
            SUMMARY:Put the bin ou\r
             t\r
            UID:5D0A3D1B-0F0E-4B7E-9C3F-0F0F0F0F0F0F\r
            X-APPLE-SORT-ORDER:699\r
            BEGIN:VALARM\r
            ACTION:DISPLAY\r
            DESCRIPTION:Reminder\r
            TRIGGER:-PT15M\r
            UID:A\r
            END:VALARM\r
            BEGIN:VALARM\r
            ACTION:DISPLAY\r
            TRIGGER;VALUE=DATE-TIME:20261127T080000Z\r
            END:VALARM\r
            END:VTODO\r
            END:VCALENDAR\r

            """)
        #expect(found.faults == [])
        let task = try #require(found.tasks["Put the bin out"])
        #expect(found.others == [["name": "Shopping"]])
        #expect(task["category"] != nil)
        #expect(task["due"] == ["at": "2026-11-27T17:00:00Z"])
        #expect(task["wait"] == nil)
        #expect(task["repeat"] == "FREQ=WEEKLY;BYDAY=FR")
        let reminders: JSON = ["2026-11-27T08:00:00Z", "PT15M"]
        #expect(task["reminders"] == (SampleFamily.hasReminders ? reminders : nil))
    }

    @Test("Nextcloud: bare line feeds, a separate start, a subtask, a dependency, percent, a day")
    func nextcloud() throws {
        let found = try read(
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Nextcloud Tasks v0.16.0
            BEGIN:VTODO
            UID:p
            SUMMARY:Move
            PRIORITY:5
            DTSTART;VALUE=DATE:20261120
            DUE;VALUE=DATE:20261127
            CATEGORIES:house,two words
            DESCRIPTION:one\\ntwo\\, three
            END:VTODO
            BEGIN:VTODO
            UID:c
            SUMMARY:Pack
            RELATED-TO:p
            RELATED-TO;RELTYPE=DEPENDS-ON:p
            PERCENT-COMPLETE:40
            STATUS:IN-PROCESS
            X-OC-HIDESUBTASKS:1
            END:VTODO
            END:VCALENDAR
            """)
        #expect(found.faults == [])
        let move = try #require(found.tasks["Move"])
        #expect(move["wait"] == ["date": "2026-11-20"])
        #expect(move["due"] == ["date": "2026-11-27"])
        #expect(move["tags"] == ["house", "two-words"])
        #expect(move["description"] == ["one", "two, three"])
        #expect(move["priority"] == "medium")
        let pack = try #require(found.tasks["Pack"])
        #expect(pack["completion"] == nil)
        #expect(pack["description"] == ["Part of: Move"])
        #expect(pack["after"]?.arrayValue?.count == 1)
    }

    @Test("Thunderbird and others: several calendars, events, a custom zone, DURATION, a completed to-do")
    func mixed() throws {
        let found = try read(
            """
            \u{feff}begin:vcalendar
            BEGIN:VTIMEZONE
            TZID:W. Europe
            X-LIC-LOCATION:Europe/Berlin
            END:VTIMEZONE
            BEGIN:VEVENT
            SUMMARY:Party
            BEGIN:VALARM
            TRIGGER:-PT5M
            END:VALARM
            END:VEVENT
            BEGIN:VTODO
            UID:1
            SUMMARY:Long
            DTSTART;TZID="W. Europe":20261127T090000
            DURATION:P1DT2H
            END:VTODO
            END:VCALENDAR
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:2
            SUMMARY:Done
            DUE;TZID=/mozilla.org/20050126_1/America/New_York:20260701T120000
            COMPLETED:20261102T100000Z
            STATUS:COMPLETED
            CATEGORIES:Garden
            ATTENDEE;CN="Jo";PARTSTAT=ACCEPTED:mailto:JO@example.org
            ATTENDEE;CN=Stranger:mailto:s@example.org
            END:VTODO
            BEGIN:VEVENT
            END:VEVENT
            END:VCALENDAR
            """,
            documents: [
                ["id": "00000000-0000-4000-8000-000000000001", "kind": "category", "name": "garden"],
                [
                    "id": "00000000-0000-4000-8000-000000000002", "kind": "member", "name": "J",
                    "email": "jo@example.org",
                ],
            ])
        #expect(found.faults == ["6: 2 events are left out: a family has only tasks"])
        #expect(found.tasks["Long"]?["due"] == ["at": "2026-11-28T10:00:00Z", "zone": "Europe/Berlin"])
        let done = try #require(found.tasks["Done"])
        #expect(done["due"] == ["at": "2026-07-01T16:00:00Z", "zone": "America/New_York"])
        #expect(done["completion"] == ["at": "2026-11-02T10:00:00Z"])
        #expect(done["category"] == "00000000-0000-4000-8000-000000000001")
        #expect(done["assignees"] == ["00000000-0000-4000-8000-000000000002"])
        #expect(done["description"] == ["For: Stranger <s@example.org>"])
    }

    private static let faultCases: [(lines: String, fault: String)] = [
        ("SUMMARY:x\r\nDUE:20261340", "DUE is not a valid date: 20261340"),
        ("SUMMARY:x\r\nDUE:20260230T100000Z", "DUE is not a valid date: 20260230T100000Z"),
        ("SUMMARY:x\r\nDUE;TZID=Nowhere:20261127T100000", "the time zone Nowhere is unknown"),
        ("SUMMARY:x\r\nDTSTART:20261127T100000Z\r\nDURATION:1h", "the DURATION cannot be read"),
        ("SUMMARY:x\r\nDUE:20261127\r\nRRULE:FREQ=HOURLY", "the task does not recur"),
        ("SUMMARY:x\r\nGEO:91;0", "GEO is not a place on earth: 91;0"),
        ("SUMMARY:x\r\nthis is no line", "the line has no name and value"),
        ("SUMMARY:x\r\nDUE:20261127\r\nBEGIN:VALARM\r\nTRIGGER:PT5M\r\nEND:VALARM", "no reminder was made"),
        ("SUMMARY:x\r\nRELATED-TO;RELTYPE=DEPENDS-ON:2", "it depends on a to-do that is not in the file: 2"),
        ("SUMMARY:x\r\nX-HOMETASK-POINTS:many", "‘many’ is not a whole number from 0 to 100000"),
        ("SUMMARY:x\r\nX-HOMETASK-NAG:often", "‘often’ is not a duration such as PT10M"),
        ("SUMMARY:x\r\nX-HOMETASK-PROOF:film", "‘film’ is not a value of ‘proof’ such as photo"),
        ("SUMMARY:x\r\nX-HOMETASK-WINDOW:noon", "‘noon’ is not a time span such as 07:00-09:00"),
    ]

    @Test(
        "An invalid property is a fault, and the rest is imported",
        arguments: faultCases)
    func faults(lines: String, fault: String) throws {
        let found = try read(todo(lines))
        #expect(found.tasks["x"] != nil)
        #expect(found.faults.count == 1 && found.faults[0].contains(fault), "\(found.faults)")
    }

    @Test(
        "A to-do that maps to no task is skipped with a fault",
        arguments: ["SUMMARY: \t\u{1}", "STATUS:CANCELLED\r\nSUMMARY:x", "RECURRENCE-ID:20261127\r\nSUMMARY:x"])
    func leftOut(lines: String) throws {
        let found = try read(todo(lines))
        #expect(found.tasks.isEmpty && found.faults.count == 1)
    }

    @Test("Control characters are removed from titles, and an overlong title continues in the description")
    func titles() throws {
        let found = try read(todo("SUMMARY:a\u{1b}[31m\\nb\u{7f}\u{85}" + String(repeating: "long ", count: 200)))
        let title = try #require(found.tasks.keys.first)
        #expect(title.hasPrefix("a[31m b"))
        #expect((1...500).contains(title.unicodeScalars.count))
        let rest = found.tasks[title]?["description"]?.arrayValue?.first?.stringValue ?? ""
        #expect((title + " " + rest).hasSuffix("long long"))
        #expect(title.unicodeScalars.count + rest.unicodeScalars.count > 990)
    }

    @Test("An alarm relative to the start becomes relative to the due date", .enabled(if: SampleFamily.hasReminders))
    func alarmFromStart() throws {
        let times = "SUMMARY:a\r\nDTSTART:20261127T100000Z\r\nDUE:20261127T120000Z\r\n"
        func reminders(_ trigger: String) throws -> JSON? {
            try read(todo(times + "BEGIN:VALARM\r\n\(trigger)\r\nEND:VALARM")).tasks["a"]?["reminders"]
        }
        #expect(try reminders("TRIGGER:-PT15M") == ["PT8100S"])
        #expect(try reminders("TRIGGER;RELATED=END:-PT15M") == ["PT15M"])
        #expect(try reminders("TRIGGER:PT1H") == ["PT3600S"])
        #expect(try reminders("TRIGGER;RELATED=END:PT0S") == ["PT0S"])
    }

    @Test("The overflow of a checklist item starts the description")
    func longItem() throws {
        let long = String(repeating: "word ", count: 120)
        let found = try read(todo("SUMMARY:a\r\nX-HOMETASK-ITEMS:1\r\nDESCRIPTION:b\\n\\n- [x] \(long)end"))
        let task = try #require(found.tasks["a"])
        let item = try #require(task["items"]?.arrayValue?.first)
        #expect(item["done"] == true && (item["text"]?.stringValue?.unicodeScalars.count ?? 0) <= 500)
        #expect(task["description"]?.arrayValue?.first?.stringValue?.hasSuffix("word end") == true)
        #expect(task["description"]?.arrayValue?.last == "b")
    }

    @Test("A cancelled to-do blocks no other")
    func cancelled() throws {
        let found = try read(
            """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:1
            SUMMARY:a
            STATUS:CANCELLED
            END:VTODO
            BEGIN:VTODO
            UID:2
            SUMMARY:b
            RELATED-TO;RELTYPE=DEPENDS-ON:1
            END:VTODO
            END:VCALENDAR
            """)
        #expect(found.tasks.keys.sorted() == ["b"] && found.tasks["b"]?["after"] == nil)
        #expect(found.faults == ["2: the to-do is cancelled and is left out"])
    }

    @Test("Lines may be folded inside a character")
    func foldedBytes() throws {
        let bytes = Array(todo("SUMMARY:😀").utf8)
        let face = try #require(bytes.firstIndex(of: 0xF0))
        let folded =
            bytes[...face] + [0x0D, 0x0A, 0x20] + bytes[(face + 1)...(face + 2)] + [0x0A, 0x09] + bytes[(face + 3)...]
        let outcome = try PluginTrial(CalendarPlugin()).import("ics", Array(folded))
        guard case .create(.task, "task/1", let fields)? = outcome.changes.first else {
            Issue.record("a task should be made")
            return
        }
        #expect(fields["title"] == "😀")
    }

    @Test("A truncated file yields its complete to-dos; a file that is no calendar is refused")
    func broken() throws {
        let found = try read(todo("SUMMARY:a") + "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:2\r\nSUMMARY:b")
        #expect(found.tasks.keys.sorted() == ["a"])
        #expect(found.faults == ["10: the file ends within a to-do, which is left out"])
        let unclosed = try read("BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + todo("SUMMARY:c"))
        #expect(unclosed.tasks.keys.sorted() == ["c"])
        #expect(throws: RPCError.self) { try read("a,b\n1,2\n") }
    }

    @Test("Of two to-dos with one UID the first is used; one without a UID has a stable key")
    func keys() throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:1
            SUMMARY:a
            END:VTODO
            BEGIN:VTODO
            UID:1
            SUMMARY:b
            END:VTODO
            BEGIN:VTODO
            SUMMARY:c
            END:VTODO
            END:VCALENDAR
            """
        let trial = PluginTrial(CalendarPlugin())
        let first = try trial.import("ics", text)
        #expect(first.changes.count == 2 && first.faults.count == 1)
        #expect(try trial.import("ics", text).changes == first.changes)
    }

    @Test("Parsing terminates on deep nesting, long lists and malformed input", .timeLimit(.minutes(1)))
    func hostile() throws {
        let deep = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 100_000) + todo("SUMMARY:a")
        #expect(try read(deep).tasks.count == 1)
        let tags = todo("SUMMARY:a\r\nCATEGORIES:" + (0..<50_000).map { "t\($0)" }.joined(separator: ","))
        #expect(try read(tags).faults.count == 1, "more tags than a task may have")
        let folded = todo("SUMMARY:" + String(repeating: "x\r\n ", count: 200_000))
        #expect(try read(folded).tasks.count + read(folded).faults.count >= 1)
        let parameters = todo("SUMMARY" + String(repeating: ";A=\"b\"", count: 50_000) + ":x")
        #expect(try read(parameters).tasks["x"] != nil)
    }

    @Test(
        "A damaged file yields valid documents, or is refused",
        arguments: 0..<UInt64(SeededGenerator.runs(40)))
    func damaged(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        var random = SeededGenerator(seed: seed)
        let family = SampleFamily(seed: seed, tasks: 4)
        let text = try PluginTrial(CalendarPlugin(), documents: family.surroundings + family.tasks).export("ics").text
        for _ in 0..<10 {
            let bytes = DamagedText.damaged(text, using: &random)
            let faults = try DamagedText.faults(ofImporting: bytes, as: "ics", by: CalendarPlugin())
            #expect(faults.isEmpty, "\(faults); run again with HOMETASK_TEST_SEED=\(seed)")
        }
    }

    @Test("The manifest is valid, and declares the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(CalendarPlugin.manifest)
        #expect(manifest.id == "calendar" && manifest.arguments == ["plugin-serve", "calendar"])
        #expect(manifest.offers.exporters.map(\.name) == ["ics"] && manifest.offers.importers.map(\.name) == ["ics"])
    }
}
