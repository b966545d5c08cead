// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import PluginTaskServices
import PluginTestSupport
import TestSupport
import Testing

@Suite("Google Tasks")
struct GoogleTasksTests {
    static let file = """
        {"kind": "tasks#taskLists", "items": [
          {"kind": "tasks#tasks", "id": "L1", "title": "Home", "items": [
            {"kind": "tasks#task", "id": "a", "title": "Pack", "notes": "For two\\nweeks", "status": "needsAction",
             "task_type": "TASK", "created": "2026-11-01T10:00:00.123456Z", "due": "2026-11-27T00:00:00Z",
             "links": [{"type": "email", "description": "Mail", "link": "https://mail.example.org/1"}]},
            {"id": "b", "title": "Socks", "parent": "a", "status": "completed", "completed": "2026-11-20T10:00:00.000Z"},
            {"id": "c", "title": "Tickets", "parent": "a", "status": "needsAction", "due": "2026-11-25T00:00:00Z"},
            {"id": "d", "title": "Mow", "status": "completed", "completed": "2026-11-20T10:00:00.000Z", "hidden": true},
            {"id": "e", "title": "Gone", "status": "needsAction", "deleted": true},
            {"id": "f", "title": "Bins", "status": "needsAction", "task_recurrence_id": "r1", "starred": true},
            {"id": "f", "title": "Twice", "status": "needsAction"},
            {"id": "g", "title": "Odd", "status": "archived"}
          ]},
          {"kind": "tasks#taskList", "id": "L2", "title": "Empty"}
        ]}
        """

    @Test("Lists, notes, dates, sub-tasks and links are read")
    func fields() throws {
        let found = try read("google-tasks", Self.file)
        #expect(found.others == [["name": "Home"]])
        #expect(
            found.tasks == [
                [
                    "title": "Pack", "description": ["For two", "weeks", "https://mail.example.org/1"],
                    "due": ["date": "2026-11-27"], "items": [["text": "Socks", "done": true]],
                    "created": ["at": "2026-11-01T10:00:00Z"],
                ],
                ["title": "Tickets", "due": ["date": "2026-11-25"], "description": ["Part of: Pack"]],
                ["title": "Mow", "completion": ["at": "2026-11-20T10:00:00Z"]],
                ["title": "Bins", "priority": "high"],
                ["title": "Odd", "completion": ["at": "2026-11-21T12:00:00Z"]],
            ])
    }

    @Test("Lost values are reported")
    func faults() throws {
        let found = try read("google-tasks", Self.file)
        #expect(found.notes == ["1 deleted task is left out"])
        #expect(
            found.faults == [
                "10: it recurs, but the file does not say when; set it with 'hometask edit --every'",
                "10: ‘Twice’ has no id of its own and is left out",
                "12: the status ‘archived’ is neither open nor done; the task is imported as done",
            ])
    }

    @Test("An API response with the tasks of one list is read")
    func answer() throws {
        let found = try read(
            "google-tasks", #"{"kind": "tasks#tasks", "items": [{"id": "a", "title": "Mow", "status": "needsAction"}]}"#
        )
        #expect(found.tasks == [["title": "Mow"]] && found.others.isEmpty)
    }

    @Test("Other files are refused", arguments: ["{}", "3", "[", "\"x\""])
    func refused(text: String) {
        for format in ["google-tasks", "microsoft-todo", "trello"] {
            let error = #expect(throws: RPCError.self) { try read(format, text) }
            #expect(error?.kind == .refused && error?.hint?.isEmpty == false)
        }
    }
}
