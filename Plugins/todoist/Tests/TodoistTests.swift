// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import PluginTestSupport
import PluginTodoist
import TestSupport
import Testing

@Suite("Todoist imports")
struct TodoistTests {
    private static let header =
        "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,"
        + "DEADLINE,DEADLINE_LANG\n"

    private func read(
        _ text: String, named name: String = "-", documents: [JSONObject] = [], options: JSONObject = [:]
    ) throws -> (tasks: [JSONObject], others: [JSONObject], faults: [String]) {
        let trial = PluginTrial(TodoistPlugin(), documents: documents)
        trial.zone = "Europe/Amsterdam"
        // A Saturday.
        trial.now = try #require(Timestamp(rfc3339: "2026-11-21T12:00:00Z"))
        let outcome = try trial.import("todoist", text, named: name, options: options)
        #expect(try trial.import("todoist", text, named: name, options: options).changes == outcome.changes)
        var (tasks, others): ([JSONObject], [JSONObject]) = ([], [])
        for case .create(let kind, _, let fields) in outcome.changes {
            if kind == .task { tasks.append(fields) } else { others.append(fields) }
        }
        return (tasks, others, outcome.faults.map { "\($0.line ?? 0): \($0.message)" })
    }

    @Test("A project as CSV: sections, labels, sub-tasks, comments, people, deadlines")
    func project() throws {
        let found = try read(
            "\u{feff}" + Self.header
                + """
                meta,view_style=board,,,,,,,,,,,,\r
                ,,,,,,,,,,,,,\r
                task,"Pack bags, @trip all of them","Don't forget
                the ""charger"" too",1,1,Me (1),Mia (12),2026-12-01 18:00,en,Europe/Amsterdam,30,minute,2026-12-02,en\r
                note,"Check the weather, first",,,,Me (1),,,,,,,,\r
                task,Passport,,4,2,,,,,,,,,\r
                task,Photo,,,3,,,,,,,,,\r
                task,Tickets,,2,2,,Stranger (3),,,,,,,\r
                task,Print them,,4,3,,,,,,,,,\r
                section,Before leaving,,,,,,,,,,,,\r
                task,Plants,,4,2,,,,,,,,2026-12-03,en\r
                task,,,4,1,,,,,,,,,\r
                file,x,,,,,,,,,,,,
                """, named: "Trip [220012345].csv",
            documents: [["id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "mia"]])
        #expect(found.others == [["name": "Trip"]])
        #expect(
            found.faults
                == ["14: a row of the type ‘file’ is left out", "13: the task has no text and is left out"])
        #expect(found.tasks.map { $0["title"] } == ["Pack bags, all of them", "Tickets", "Plants"])
        let bags = found.tasks[0]
        #expect(
            bags["description"] == [
                "Don't forget", "the \"charger\" too", "Check the weather, first", "Deadline: 2026-12-02",
                "Takes: 30 minute",
            ])
        #expect(bags["priority"] == "high" && bags["tags"] == ["trip"])
        #expect(bags["due"] == ["at": "2026-12-01T17:00:00Z"])
        #expect(bags["assignees"] == ["00000000-0000-4000-8000-000000000001"])
        #expect(bags["items"] == [["text": "Passport"], ["text": "Photo"]])
        #expect(found.tasks[1]["priority"] == "medium")
        #expect(found.tasks[1]["items"] == [["text": "Print them"]])
        #expect(found.tasks[1]["description"] == ["For: Stranger", "Part of: Pack bags, all of them"])
        #expect(found.tasks[2]["tags"] == ["Before-leaving"])
        #expect(found.tasks[2]["due"] == ["date": "2026-12-03"])
    }

    @Test(
        "Unambiguous dates are converted",
        arguments: [
            ("2026-12-01", "", #"{"date":"2026-12-01"}"#, nil), ("Dec 1 2026", "", #"{"date":"2026-12-01"}"#, nil),
            ("1 Dec 2026", "", #"{"date":"2026-12-01"}"#, nil),
            (
                "Sep 15 2026 10:00", "America/Sao_Paulo", #"{"at":"2026-09-15T13:00:00Z","zone":"America/Sao_Paulo"}"#,
                nil
            ),
            ("2026-12-01T18:30:00", "", #"{"at":"2026-12-01T17:30:00Z"}"#, nil),
            ("2026-12-01T18:30:00.000000Z", "", #"{"at":"2026-12-01T18:30:00Z"}"#, nil),
            ("every day", "", #"{"date":"2026-11-21"}"#, "FREQ=DAILY"),
            ("every monday", "", #"{"date":"2026-11-23"}"#, "FREQ=WEEKLY;BYDAY=MO"),
            ("every Mon, Fri at 9am", "", #"{"at":"2026-11-23T08:00:00Z"}"#, "FREQ=WEEKLY;BYDAY=MO,FR"),
            ("every month @ 13:00", "", #"{"at":"2026-11-21T12:00:00Z"}"#, "FREQ=MONTHLY"),
            ("every! 3 days", "", #"{"date":"2026-11-21"}"#, "FREQ=DAILY;INTERVAL=3;X-FROM=DONE"),
            ("ev other week", "", #"{"date":"2026-11-21"}"#, "FREQ=WEEKLY;INTERVAL=2"),
            ("every weekday", "", #"{"date":"2026-11-23"}"#, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ])
    func dates(words: String, zone: String, due: String, rule: String?) throws {
        let found = try read(Self.header + "task,a,,4,1,,,\"\(words)\",en,\(zone),,,,\n")
        #expect(found.faults == [])
        #expect(found.tasks.first?["due"] == (try JSON.parse(due)))
        #expect(found.tasks.first?["repeat"]?.stringValue == rule)
    }

    @Test(
        "Ambiguous dates stay in the description, with a fault",
        arguments: [
            ("tomorrow", "en"), ("fri 10am", "en"), ("27 nov", "en"), ("every weekend", "en"), ("every morning", "en"),
            ("jeden Tag", "de"), ("every day", "de"), ("2026-02-30", "en"), ("every! monday", "en"),
            ("every 3rd fri", "en"),
        ])
    func uncertain(words: String, language: String) throws {
        let found = try read(Self.header + "task,a,,4,1,,,\(words),\(language),,,,,\n")
        #expect(found.faults == ["2: ‘a’: the date ‘\(words)’ was not understood and is in the description"])
        #expect(found.tasks.first?["due"] == nil && found.tasks.first?["repeat"] == nil)
        #expect(found.tasks.first?["description"] == [.string("Date: \(words)")])
    }

    @Test("An account as JSON is read")
    func backup() throws {
        let found = try read(
            #"""
            {"projects":[{"id":"p1","name":"House"}], "sections":[{"id":7,"name":"To do"}],
             "collaborators":[{"id":"u1","email":"mia@example.org","full_name":"Mia"}],
             "notes":[{"id":"n","item_id":"1","content":"a comment"}],
             "items":[
              {"id":"2","content":"part","parent_id":"1","project_id":"p1","priority":1,"checked":true},
              {"id":"1","content":"Paint","description":"white","project_id":"p1","section_id":7,"priority":4,
               "labels":["home"],"responsible_uid":"u1","added_at":"2026-11-01T10:00:00.000000Z",
               "due":{"date":"2026-11-27T18:00:00Z","timezone":"Europe/London","string":"27 nov 6pm","is_recurring":false}},
              {"id":"3","content":"Bins","due":{"date":"2026-11-27","string":"every fri","is_recurring":true,"lang":"en"}},
              {"id":"4","content":"Plants","due":{"date":"2026-11-27","string":"jeden Freitag","is_recurring":true,"lang":"de"}},
              {"id":"5","content":"Done","checked":true,"completed_at":"2026-11-02T10:00:00.5Z"},
              {"id":"6","content":"Gone","is_deleted":true},
              {"id":"8","content":"b","parent_id":"9"}, {"id":"9","content":"c","parent_id":"8"}, {"content":"no id"}]}
            """#,
            documents: [
                [
                    "id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "M",
                    "email": "mia@example.org",
                ]
            ])
        #expect(found.others == [["name": "House"]])
        #expect(found.tasks.map { $0["title"] } == ["Paint", "Bins", "Plants", "Done", "b", "c"])
        let paint = found.tasks[0]
        #expect(paint["items"] == [["text": "part", "done": true]])
        #expect(paint["description"] == ["white", "a comment"])
        #expect(paint["tags"] == ["To-do", "home"] && paint["priority"] == "high")
        #expect(paint["due"] == ["at": "2026-11-27T18:00:00Z", "zone": "Europe/London"])
        #expect(paint["assignees"] == ["00000000-0000-4000-8000-000000000001"])
        #expect(paint["created"] == ["at": "2026-11-01T10:00:00Z"])
        #expect(found.tasks[1]["repeat"] == "FREQ=WEEKLY;BYDAY=FR" && found.tasks[1]["due"] == ["date": "2026-11-27"])
        #expect(found.tasks[2]["repeat"] == nil && found.tasks[2]["due"] == ["date": "2026-11-27"])
        #expect(found.tasks[3]["completion"] == ["at": "2026-11-02T10:00:00Z"])
        #expect(found.faults.count == 2, "\(found.faults)")
    }

    @Test("The option names the category; equal rows have separate keys")
    func categoryAndKeys() throws {
        let found = try read(
            Self.header + "task,a,,,,,,,,,,,,\ntask,a,,,,,,,,,,,,\n", named: "x.csv", options: ["category": "Chores"])
        #expect(found.others == [["name": "Chores"]] && found.tasks.count == 2)
    }

    @Test("A re-import creates no category, even with another name")
    func again() throws {
        let trial = PluginTrial(TodoistPlugin())
        let text = Self.header + "task,Mow,,,,,,,,,,,,\n"
        let first = try trial.import("todoist", text, named: "Home.csv").changes
        #expect(first.count == 2)
        for case .create(let kind, let key?, var fields) in first {
            fields["id"] = .string(
                PluginChange.id(ofKey: key, plugin: trial.plugin, family: trial.family).description)
            fields["kind"] = .string(kind.rawValue)
            trial.documents.append(fields)
        }
        #expect(try trial.import("todoist", text, named: "Home.csv").changes.map(\.kind) == [.task])
        let chores: JSONObject = ["category": "Chores"]
        #expect(try trial.import("todoist", text, named: "Home.csv", options: chores).changes.map(\.kind) == [.task])
        // A new task brings its category, once and before it.
        let more = text + "task,Rake,,,,,,,,,,,,\ntask,Sow,,,,,,,,,,,,\n"
        let changes = try trial.import("todoist", more, named: "Home.csv", options: chores).changes
        #expect(changes.map(\.kind) == [.task, .category, .task, .task])
        // Deleted tasks count as existing.
        trial.deleted = trial.documents
        trial.documents = []
        #expect(try trial.import("todoist", text, named: "Home.csv", options: chores).changes.map(\.kind) == [.task])
    }

    @Test("A file that is no project is refused", arguments: ["", "a,b\n1,2\n", "{}", "{\"items\":", "[]"])
    func refused(text: String) throws {
        #expect(throws: RPCError.self) { try PluginTrial(TodoistPlugin()).import("todoist", text) }
    }

    @Test("Parsing terminates on deep nesting and malformed input", .timeLimit(.minutes(1)))
    func hostile() throws {
        let deep = (1...1_000).map { "task,t\($0),,4,\($0),,,,,,,,,\n" }.joined()
        #expect(try read(Self.header + deep).tasks.count + read(Self.header + deep).faults.count > 0)
        let chain = (1...1_000).map { "{\"id\":\($0),\"content\":\"t\",\"parent_id\":\($0 + 1)}" }.joined(
            separator: ",")
        #expect(try read("{\"items\":[\(chain)]}").tasks.count > 0)
        #expect(try read(Self.header + "task,\"" + String(repeating: "a\n", count: 50_000)).tasks.count == 1)
        let cells = Self.header + "task" + String(repeating: ",", count: 200_000)
        #expect(try read(cells).tasks.isEmpty)
        #expect(try read(Self.header + "task,a\u{1b}[31m\u{9b}b,,,,,,,,,,,,").tasks.first?["title"] == "a[31mb")
    }

    @Test(
        "A damaged file yields valid documents, or is refused",
        arguments: 0..<UInt64(SeededGenerator.runs(40)))
    func damaged(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        var random = SeededGenerator(seed: seed)
        let text =
            Self.header
                + """
                meta,view_style=board,,,,,,,,,,,,
                task,"Pack, @trip",desc,1,1,Me (1),Mia (12),2026-12-01 18:00,en,Europe/Amsterdam,30,minute,2026-12-02,en
                note,"Check the weather, first",,,,Me (1),,,,,,,,
                task,Passport,,4,2,,,,,,,,,
                section,Before,,,,,,,,,,,,
                task,Plants,,2,1,,,every mon at 9am,en,,,,,
                """
        for _ in 0..<10 {
            let bytes = DamagedText.damaged(text, using: &random)
            let faults = try DamagedText.faults(ofImporting: bytes, as: "todoist", by: TodoistPlugin())
            #expect(faults.isEmpty, "\(faults); run again with HOMETASK_TEST_SEED=\(seed)")
        }
    }

    @Test("The manifest is valid, and declares the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(TodoistPlugin.manifest)
        #expect(manifest.id == "todoist" && manifest.arguments == ["plugin-serve", "todoist"])
        #expect(manifest.offers.importers.map(\.name) == ["todoist"] && manifest.offers.exporters.isEmpty)
    }

    @Test("Reminders of a backup are imported; those at places are reported by line")
    func reminders() throws {
        let text = """
            {"items": [
            {"id": "a1", "content": "Call", "due": {"date": "2026-11-27T10:00:00Z"}},
            {"id": "a2", "content": "Buy"}],
            "reminders": [
            {"id": "1", "item_id": "a1", "type": "relative", "minute_offset": 30},
            {"id": "2", "item_id": "a1", "type": "absolute", "due": {"date": "2026-11-26T09:00:00.000000Z"}},
            {"id": "3", "item_id": "a2", "type": "location", "name": "Shop", "loc_lat": "52.1", "loc_long": "4.3"},
            {"id": "4", "item_id": "a1", "type": "relative", "minute_offset": 5, "is_deleted": true}]}
            """
        let found = try read(text)
        #expect(found.tasks.first?["reminders"] == ["2026-11-26T09:00:00Z", "PT30M"])
        #expect(found.faults == ["3: ‘Buy’: 1 reminder is left out"])
        let trial = PluginTrial(TodoistPlugin())
        #expect(try trial.import("todoist", text).uids == ["task/a1": "a1", "task/a2": "a2"])
    }
}
