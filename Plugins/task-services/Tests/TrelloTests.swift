// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import PluginTaskServices
import PluginTestSupport
import TestSupport
import Testing

@Suite("Trello boards")
struct TrelloTests {
    static let board = """
        {"name": "House", "lists": [
          {"id": "l1", "name": "To do", "closed": false}, {"id": "l2", "name": "Done", "closed": false},
          {"id": "l3", "name": "Old", "closed": true}, {"id": "l4", "name": "On hold", "closed": false}],
         "members": [{"id": "m1", "fullName": "Mia", "username": "mia1"}, {"id": "m2", "fullName": "Tom T", "username": "tom"}],
         "checklists": [
          {"id": "k2", "idCard": "5f9f1c000000000000000001", "name": "Later", "pos": 2,
           "checkItems": [{"name": "Wash", "state": "incomplete", "pos": 1}]},
          {"id": "k1", "idCard": "5f9f1c000000000000000001", "name": "First", "pos": 1,
           "checkItems": [{"name": "Two", "state": "incomplete", "pos": 2}, {"name": "One", "state": "complete", "pos": 1}]}],
         "actions": [
          {"type": "commentCard", "data": {"text": "second", "card": {"id": "5f9f1c000000000000000001"}}},
          {"type": "commentCard", "data": {"text": "first", "card": {"id": "5f9f1c000000000000000001"}}},
          {"type": "updateCard", "data": {"card": {"id": "5f9f1c000000000000000001"}}}],
         "cards": [
        {"id": "5f9f1c000000000000000001", "name": "Paint", "desc": "Blue", "idList": "l1", "closed": false, "start": "2026-11-20T08:00:00.000Z", "due": "2026-11-27T17:00:00.000Z", "dueComplete": false, "dueReminder": 60, "idMembers": ["m1", "m2"], "labels": [{"name": "urgent work", "color": "red"}, {"name": "", "color": "green"}], "attachments": [{"name": "a", "url": "https://example.org/a"}]},
        {"id": "c2", "name": "Mow", "idList": "l1", "closed": false, "due": "2026-11-19T23:00:00.000Z", "dueComplete": true, "dateLastActivity": "2026-11-18T10:00:00.000Z"},
        {"id": "c3", "name": "Rake", "idList": "l2", "closed": false, "dateLastActivity": "2026-11-18T10:00:00.000Z"},
        {"id": "c4", "name": "Put away", "idList": "l1", "closed": true, "dateLastActivity": "2026-11-18T10:00:00.000Z"},
        {"id": "c5", "name": "In an old list", "idList": "l3", "closed": false},
        {"id": "c6", "name": "Some day", "idList": "l4", "closed": false},
        {"id": "c7", "name": "Pattern", "idList": "l1", "isTemplate": true}
        ]}
        """

    @Test("Cards are read with their lists, labels, checklists, people, dates and comments")
    func fields() throws {
        let found = try read("trello", Self.board)
        #expect(found.others == [["name": "House"]])
        #expect(
            found.tasks.first == [
                "title": "Paint",
                "description": ["Blue", "first", "second", "https://example.org/a", "For: Tom T"],
                "tags": ["To-do", "green", "urgent-work"], "assignees": ["00000000-0000-4000-8000-000000000001"],
                "items": [["text": "First: One", "done": true], ["text": "First: Two"], ["text": "Later: Wash"]],
                "due": ["at": "2026-11-27T17:00:00Z"], "wait": ["at": "2026-11-20T08:00:00Z"], "reminders": ["PT60M"],
                "created": ["at": "2020-11-01T20:35:12Z"],
            ])
        #expect(found.tasks[1]["due"] == ["date": "2026-11-20"])
    }

    @Test("A ticked or archived card, or one in a list of done cards, is imported as done")
    func states() throws {
        let found = try read("trello", Self.board)
        #expect(
            found.tasks.map { $0["completion"]?["at"] } == [
                nil, "2026-11-18T10:00:00Z", "2026-11-18T10:00:00Z", "2026-11-18T10:00:00Z", "2026-11-21T12:00:00Z",
                nil,
            ])
        #expect(
            found.faults == [
                "18: the card is archived; the task is imported as done",
                "19: the card is archived; the task is imported as done",
                "20: the status ‘On hold’ is neither open nor done; the task is imported as open",
                "21: the card is a template and is left out",
            ])
    }
}

@Suite("Damaged files of services")
struct DamagedServiceTests {
    @Test("The manifest names the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(TaskServicesPlugin.manifest)
        #expect(manifest.id == "task-services" && manifest.arguments == ["plugin-serve", "task-services"])
        #expect(manifest.offers.importers.map(\.name) == ["google-tasks", "microsoft-todo", "trello"])
    }

    @Test("A damaged file yields valid documents or none", arguments: 0..<UInt64(SeededGenerator.runs(12)))
    func damaged(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        var random = SeededGenerator(seed: seed)
        let files = [
            ("google-tasks", GoogleTasksTests.file), ("microsoft-todo", "[\(MicrosoftToDoTests.task)]"),
            ("trello", TrelloTests.board),
        ]
        for (format, text) in files {
            for _ in 0..<5 {
                let bytes = DamagedText.damaged(text, using: &random)
                let faults = try DamagedText.faults(ofImporting: bytes, as: format, by: TaskServicesPlugin())
                #expect(faults.isEmpty, "\(faults); run again with HOMETASK_TEST_SEED=\(seed)")
            }
        }
    }
}
