// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Unreadable values in a file imported with --update")
struct ImportUnreadTests {
    /// A file, and the same file with a different title and one unreadable field.
    struct Change: CustomTestStringConvertible, Sendable {
        let format: String
        let field: String
        let before: String
        let after: String

        var testDescription: String { "\(format), \(field)" }
    }

    private static let changes =
        [
            ("due", "DUE;VALUE=DATE:20261127", "DUE;VALUE=DATE:20261399"),
            ("due", "DTSTART;VALUE=DATE:20261127\nDURATION:P1D", "DTSTART;VALUE=DATE:20261127\nDURATION:long"),
            (
                "due", "DTSTART;VALUE=DATE:20261127\nRRULE:FREQ=WEEKLY",
                "DTSTART;VALUE=DATE:20261399\nRRULE:FREQ=WEEKLY"
            ),
            (
                "repeat", "DUE;VALUE=DATE:20261127\nRRULE:FREQ=WEEKLY",
                "DUE;VALUE=DATE:20261127\nRRULE:FREQ=SECONDLY;BYDAY=XX"
            ),
            ("priority", "PRIORITY:1", "PRIORITY:high"),
            (
                "assignees", "ATTENDEE;CN=Ben:mailto:ben@x\nATTENDEE;CN=Mia:mailto:mia@x",
                "ATTENDEE;CN=Ben:mailto:b@x\nATTENDEE;CN=Mja:mailto:m@x"
            ),
            (
                "reminders", calendarAlarm("-PT1H") + "\n" + calendarAlarm("-PT2H"),
                calendarAlarm("-PT1H") + "\n" + calendarAlarm("soon")
            ),
        ].map { field, before, after in
            Change(
                format: "ics", field: field, before: calendar("Mow", before), after: calendar("Mown", after))
        }
        + [
            ("due", #""due": "2026-11-27T18:00:00Z""#, #""due": "soon""#),
            ("priority", #""priority": "P0""#, #""priority": "P9""#),
            ("assignees", #""delegatedto": "Ben""#, #""delegatedto": "Bem""#),
            (
                "after", #""dependencies": ["11111111-1111-4111-8111-111111111112"]"#,
                #""dependencies": ["11111111-1111-4111-8111-111111111113"]"#
            ),
        ].map { field, before, after in
            Change(
                format: "dstask", field: field, before: list("summary", "Mow", with: before),
                after: list("summary", "Mown", with: after))
        }
        + [
            ("due", #""due": "20261127T180000Z""#, #""due": "soon""#),
            ("priority", #""priority": "H""#, #""priority": "X""#),
            (
                "assignees", ##""hometask_assignees": "[\"Ben\",\"Mia\"]""##,
                ##""hometask_assignees": "[\"Ben\",\"Mja\"]""##
            ),
            (
                "after", #""depends": ["11111111-1111-4111-8111-111111111112"]"#,
                #""depends": ["11111111-1111-4111-8111-111111111113"]"#
            ),
        ].map { field, before, after in
            Change(
                format: "taskwarrior", field: field, before: list("description", "Mow", with: before),
                after: list("description", "Mown", with: after))
        }
        + [
            (
                "due", #""due": {"date": "2026-11-27"}"#,
                #""due": {"date": "soon", "string": "soon", "is_recurring": true}"#
            ),
            (
                "repeat", #""due": {"date": "2026-11-27", "string": "every week", "is_recurring": true}"#,
                #""due": {"date": "2026-11-27", "string": "each blue moon", "is_recurring": true}"#
            ),
            ("assignees", #""responsible_uid": "1""#, #""responsible_uid": "2""#),
        ].map { field, before, after in
            Change(
                format: "todoist", field: field, before: backup("Mow", with: before), after: backup("Mown", with: after)
            )
        }
        + [
            Change(
                format: "todoist", field: "reminders",
                before: backup("Mow", with: dueThen, reminder: #"{"item_id": "1", "minute_offset": 30}"#),
                after: backup("Mown", with: dueThen, reminder: #"{"item_id": "1", "type": "location"}"#)),
            Change(
                format: "csv", field: "tags", before: "id,title,tags\n1,Mow,out\n", after: "id,title,tags\n1,Mown,#\n"),
            Change(
                format: "csv", field: "after", before: "id,title,after\n1,Mow,2\n2,Rake,\n",
                after: "id,title,after\n1,Mown,3\n2,Rake,\n"),
        ]

    private static let dueThen = #""due": {"date": "2026-11-27T18:00:00Z"}"#

    private static func calendarAlarm(_ trigger: String) -> String {
        "DUE:20261127T180000Z\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:\(trigger)\nEND:VALARM"
    }

    private static func calendar(_ title: String, _ lines: String) -> String {
        "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:mow@there\nSUMMARY:\(title)\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n"
    }

    private static func list(_ name: String, _ title: String, with more: String) -> String {
        """
        [{"uuid": "11111111-1111-4111-8111-111111111111", "status": "pending", "\(name)": "\(title)", \(more)},
         {"uuid": "11111111-1111-4111-8111-111111111112", "status": "pending", "\(name)": "Rake"}]
        """
    }

    private static func backup(_ title: String, with more: String, reminder: String = "") -> String {
        """
        {"collaborators": [{"id": "1", "full_name": "Ben"}, {"id": "2", "full_name": "Bem"}],
         "items": [{"id": "1", "content": "\(title)", \(more)}], "reminders": [\(reminder)]}
        """
    }

    @Test("leave the task's values unchanged; the rest of the file is applied", arguments: changes)
    func kept(change: Change) throws {
        let device = try Family().device
        try device.run("import", change.format, "-", input: change.before)
        func task(_ title: String) throws -> [String: Any]? {
            try device.run("list", "--all", "--json").objects().first { $0["title"] as? String == title }
        }
        let before = try #require(try task("Mow")?[change.field])
        #expect(!(before is NSNull) && (before as? [Any])?.isEmpty != true, "the field can be read at first")
        try device.run("import", change.format, "-", "--update", input: change.after)
        let after = try #require(try task("Mown")?[change.field], "the title is taken")
        #expect(NSArray(object: after) == NSArray(object: before))
    }

    @Test("in an exported todo.txt line are reported, and do not become part of the title")
    func todoTxt() throws {
        let device = try Family().device
        try device.run(
            "add", "Mow", "@Ben", "points:5", "due:2026-11-27", "every:week", "--remind", "1h", "--proof", "photo",
            "--between", "07:00-09:00", "--approval", "adult"
        ).expect()
        func task() throws -> [String: Any] { try #require(try device.run("list", "--json").objects().first) }
        let before = try task()
        let line = try device.run("export", "todotxt").stdout
        for (pair, other) in [
            ("for:Ben", "for:Bem"), ("points:5", "points:many"), ("due:2026-11-27", "due:soon"),
            ("rec:+1w", "rec:soon"),
            ("remind:PT1H", "remind:soon"), ("proof:photo", "proof:film"), ("approval:adult", "approval:none"),
            ("window:07:00-09:00", "window:07:00"),
        ] {
            #expect(line.contains(pair), "\(line)")
            let changed = line.replacingOccurrences(of: pair, with: other)
            try device.expectUnchanged {
                try device.run("import", "todotxt", "-", "--update", input: changed).expect(status: 65)
            }
            #expect(try NSDictionary(dictionary: task()) == NSDictionary(dictionary: before))
        }
    }

    @Test("do not include missing proof pairs: a todo.txt line without proof pairs keeps the task's proof")
    func proofWithoutPairs() throws {
        let device = try Family().device
        try device.run("add", "Mow", "--proof", "photo", "--between", "07:00-09:00", "--approval", "adult").expect()
        let words = try device.run("export", "todotxt").stdout.split(separator: " ")
        let left = words.filter { word in !["proof:", "approval:", "window:"].contains { word.hasPrefix($0) } }
        #expect(left.count == words.count - 3, "\(words)")
        try device.expectUnchanged {
            try device.run("import", "todotxt", "-", "--update", input: left.joined(separator: " ")).expect()
        }
    }
}
