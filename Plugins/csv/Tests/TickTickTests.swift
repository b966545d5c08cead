// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import Testing

@testable import PluginCSV

@Suite("Backups of TickTick")
struct TickTickTests {
    private static let start =
        "\"Date: 2026-11-01+0000\"\n\"Version: 7.1\"\n\"Status: \n0 Normal\n1 Completed\n2 Archived\"\n"
    private static let headings =
        "\"Folder Name\",\"List Name\",\"Title\",\"Kind\",\"Tags\",\"Content\",\"Is Check list\",\"Start Date\",\"Due Date\","
        + "\"Reminder\",\"Repeat\",\"Priority\",\"Status\",\"Created Time\",\"Completed Time\",\"Order\",\"Timezone\","
        + "\"Is All Day\",\"Is Floating\",\"Column Name\",\"Column Order\",\"View Mode\",\"taskId\",\"parentId\"\n"

    private static func row(
        _ title: String, kind: String = "TEXT", tags: String = "", content: String = "", start: String = "",
        due: String = "", reminder: String = "", rule: String = "", priority: String = "0", status: String = "0",
        created: String = "2026-10-01T08:00:00+0000", completed: String = "", zone: String = "Europe/Berlin",
        allDay: String = "", id: String = "1", parent: String = ""
    ) -> String {
        [
            "", "Home", title, kind, tags, content, kind == "CHECKLIST" ? "Y" : "N", start, due, reminder, rule,
            priority, status, created, completed, "-1", zone, allDay, "false", "", "", "list", id, parent,
        ].map { "\"\($0)\"" }.joined(separator: ",") + "\n"
    }

    @Test("Statuses are read by their legend before the headings")
    func statuses() throws {
        let text =
            Self.start
            + "\"List Name\",\"Title\",\"Status\"\n\"Home\",\"Paint\",\"0\"\n\"Home\",\"Mow\",\"1\"\n\"Home\",\"Rake\",\"2\"\n"
        for format in ["csv", "ticktick"] {
            let found = try read(text, as: format)
            #expect(found.tasks.map { $0["title"] } == ["Paint", "Mow", "Rake"])
            #expect(found.tasks.map { $0["completion"] != nil } == [false, true, true])
            #expect(
                found.faults == ["10: the status ‘Archived’ is neither open nor done; the task is imported as done"])
        }
    }

    @Test("Every supported column is read")
    func columns() throws {
        let text =
            "\u{FEFF}" + Self.start + Self.headings
            + Self.row(
                "Mow", tags: "out, weekly", content: "Front\rBack", start: "2026-11-26T23:00:00+0000",
                due: "2026-11-26T23:00:00+0000", reminder: "TRIGGER:-PT30M",
                rule: "RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=FR",
                priority: "5", allDay: "true")
            + Self.row(
                "Pack", kind: "CHECKLIST", content: "▪Socks\r▫Shirts\rFor a week", start: "2026-11-27T07:30:00+0000",
                priority: "1", id: "2")
            + Self.row(
                "Paint", priority: "3", status: "2", created: "2026-10-02T08:00:00+0000",
                completed: "2026-10-03T08:00:00+0000", id: "3", parent: "1")
            + Self.row("Drop", status: "-1", created: "2026-10-04T08:00:00+0000", id: "4")
        let found = try read(text, as: "ticktick")
        #expect(found.faults == ["14: the status ‘won't do’ is neither open nor done; the task is imported as done"])
        #expect(found.notes.isEmpty)
        var tasks = found.tasks
        for index in tasks.indices {
            #expect(tasks[index]["category"] != nil)
            tasks[index]["category"] = nil
        }
        #expect(
            tasks.prefix(3) == [
                [
                    "title": "Mow", "tags": ["out", "weekly"], "description": ["Front", "Back"],
                    "due": ["date": "2026-11-27"], "reminders": ["PT30M"], "repeat": "FREQ=WEEKLY;INTERVAL=1;BYDAY=FR",
                    "priority": "high", "created": ["at": "2026-10-01T08:00:00Z"],
                ],
                [
                    "title": "Pack", "description": ["For a week"], "due": ["at": "2026-11-27T07:30:00Z"],
                    "items": [
                        ["id": "1", "text": "Socks", "done": true], ["id": "2", "text": "Shirts", "done": false],
                    ],
                    "priority": "low", "created": ["at": "2026-10-01T08:00:00Z"],
                ],
                [
                    "title": "Paint", "description": ["Part of: Mow"], "priority": "medium",
                    "created": ["at": "2026-10-02T08:00:00Z"], "completion": ["at": "2026-10-03T08:00:00Z"],
                ],
            ])
    }

    @Test("A reopened task with a time of completion stays open")
    func reopened() throws {
        let found = try read(
            Self.start + Self.headings + Self.row("Mow", completed: "2026-10-03T08:00:00+0000"), as: "ticktick")
        #expect(found.tasks.map { $0["completion"] } == [nil])
    }

    @Test("A task keeps its key in the next backup, where rows are renumbered")
    func identity() throws {
        let trial = PluginTrial(CSVPlugin())
        func keys(_ rows: String) throws -> [String: String] {
            let changes = try trial.import("ticktick", Self.start + Self.headings + rows).changes
            return Dictionary(
                changes.compactMap { change in
                    guard case .create(.task, let key?, let fields) = change else { return nil }
                    return (fields.text("title") + (fields["completion"] == nil ? "" : " done"), key)
                }
            ) { $1 }
        }
        let later = "2026-10-05T08:00:00+0000"
        let before = try keys(Self.row("Mow", id: "1") + Self.row("Rake", created: later, id: "2"))
        let after = try keys(
            Self.row("New", created: "2026-10-06T08:00:00+0000", id: "1")
                + Self.row("Rake", priority: "5", status: "2", created: later, completed: later, id: "2")
                + Self.row("Mow", status: "2", completed: later, id: "3") + Self.row("Mow", due: later, id: "4"))
        #expect(after["Rake done"] == before["Rake"])
        #expect(after["Mow"] == before["Mow"])
        #expect(Set(after.values).count == 4)
    }

    @Test("An invalid value does not cost the task")
    func lenient() throws {
        let found = try read(
            Self.start + Self.headings
                + Self.row(
                    "Mow", due: "2026-11-27T08:00:00+0000", reminder: "P0DT9H0M0S,next", rule: "ERULE:NAME=CUSTOM"))
        #expect(found.tasks.map { $0["title"] } == ["Mow"])
        #expect(found.faults.count == 2)
    }

    @Test("Another table is refused as a backup")
    func other() {
        #expect(throws: RPCError.self) { try read("title\nMow\n", as: "ticktick") }
    }
}
