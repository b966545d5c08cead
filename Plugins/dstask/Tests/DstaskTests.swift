// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import PluginDstask
import PluginTestSupport
import TestSupport
import Testing

@Suite("dstask exports")
struct DstaskTests {
    private func read(
        _ text: String, documents: [JSONObject] = []
    ) throws -> (tasks: [String: JSONObject], others: [JSONObject], faults: [String]) {
        let trial = PluginTrial(DstaskPlugin(), documents: documents)
        trial.zone = "Europe/Amsterdam"
        let outcome = try trial.import("dstask", text)
        #expect(try trial.import("dstask", text).changes == outcome.changes)
        var (tasks, others): ([String: JSONObject], [JSONObject]) = ([:], [])
        for case .create(let kind, let key, let fields) in outcome.changes {
            if kind == .task { tasks[String((key ?? "").dropFirst(5))] = fields } else { others.append(fields) }
        }
        return (tasks, others, outcome.faults.map(\.message))
    }

    @Test("Every field of dstask is read")
    func everything() throws {
        let found = try read(
            #"""
            [
              {
                "uuid": "b1d3a2f0-0000-4000-8000-000000000001", "status": "pending", "id": 1,
                "summary": "Paint the wall", "notes": "white\nor grey", "tags": ["home", "weekend"],
                "project": "house", "priority": "P1", "created": "2026-11-01T11:00:00.123456789+01:00",
                "resolved": "0001-01-01T00:00:00Z", "due": "2026-11-27T00:00:00+01:00",
                "delegatedto": "Mia", "subtasks": [{"Summary": "tape", "Resolved": true}, {"Summary": "brush"}],
                "dependencies": ["b1d3a2f0-0000-4000-8000-000000000002"]
              },
              {
                "uuid": "b1d3a2f0-0000-4000-8000-000000000002", "status": "resolved", "id": 0, "summary": "Buy paint",
                "notes": "", "tags": null, "project": "", "priority": "P2", "created": "2026-11-01T10:00:00Z",
                "resolved": "2026-11-02T10:00:00Z", "due": "2026-11-02T18:00:00Z"
              },
              {"uuid": "3", "summary": "Never due", "due": "0001-01-01T00:00:00Z"}
            ]
            """#,
            documents: [["id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "mia"]])
        #expect(found.faults == [])
        #expect(found.others == [["name": "house"]])
        let paint = try #require(found.tasks["b1d3a2f0-0000-4000-8000-000000000001"])
        #expect(paint["description"] == ["white", "or grey"])
        #expect(paint["tags"] == ["home", "weekend"])
        #expect(paint["priority"] == "medium")
        #expect(paint["created"] == ["at": "2026-11-01T10:00:00Z"])
        #expect(paint["due"] == ["date": "2026-11-27"])
        #expect(paint["assignees"] == ["00000000-0000-4000-8000-000000000001"])
        #expect(paint["items"] == [["text": "tape", "done": true], ["text": "brush"]])
        #expect(paint["after"]?.arrayValue?.count == 1)
        #expect(found.tasks["3"]?["due"] == nil)
        let buy = try #require(found.tasks["b1d3a2f0-0000-4000-8000-000000000002"])
        #expect(buy["completion"] == ["at": "2026-11-02T10:00:00Z"])
        #expect(buy["due"] == ["at": "2026-11-02T18:00:00Z"])
        #expect(buy["priority"] == nil && buy["description"] == nil)
    }

    @Test("Invalid values are faults, and the rest is imported")
    func faults() throws {
        let found = try read(
            #"""
            [5, {"uuid": "1", "summary": "a", "due": "soon"}, {"uuid": "1", "summary": "b"}, {"uuid": "2"},
             {"uuid": "3", "summary": "t", "status": "template"}, {"uuid": "4", "summary": "d", "dependencies": ["9"]},
             {"uuid": "5", "summary": "e", "created": "2026-02-30T10:00:00Z", "delegatedto": "Nobody"}]
            """#)
        #expect(found.tasks.keys.sorted() == ["1", "4", "5"])
        #expect(found.faults.count == 7, "\(found.faults)")
        #expect(found.tasks["5"]?["description"] == ["For: Nobody"])
        #expect(found.tasks["1"]?["due"] == nil)
    }

    @Test("Midnight at an offset is that day, in any time zone")
    func day() throws {
        let found = try read(
            #"""
            [{"uuid": "1", "summary": "a", "due": "2026-11-27T00:00:00-05:00"},
             {"uuid": "2", "summary": "b", "due": "2026-11-27T00:00:01-05:00"}]
            """#)
        #expect(found.tasks["1"]?["due"] == ["date": "2026-11-27"])
        #expect(found.tasks["2"]?["due"] == ["at": "2026-11-27T05:00:01Z"])
    }

    @Test("Delegated and deferred tasks get a tag, and a task never depends on itself")
    func states() throws {
        let found = try read(
            #"""
            [{"uuid": "1", "summary": "a", "status": "delegated", "dependencies": ["1"]},
             {"uuid": "2", "summary": "b", "status": "deferred", "tags": ["home"]}]
            """#)
        #expect(found.faults.isEmpty)
        #expect(found.tasks["1"]?["tags"] == ["delegated"] && found.tasks["1"]?["after"] == nil)
        #expect(found.tasks["2"]?["tags"] == ["deferred", "home"])
    }

    @Test(
        "Text that is no list is refused",
        arguments: ["", "{}", "5", "No tasks found.", String(repeating: "[", count: 100_000)])
    func refused(text: String) throws {
        #expect(throws: RPCError.self) { try PluginTrial(DstaskPlugin()).import("dstask", text) }
    }

    @Test("The family's own tasks stay unchanged")
    func own() throws {
        let id = "b1d3a2f0-0000-4000-8000-000000000001"
        let text = #"[{"uuid": "\#(id)", "summary": "a"}]"#
        #expect(try read(text, documents: [["id": .string(id), "kind": "task", "title": "a"]]).tasks.isEmpty)
        #expect(try read(text).tasks.count == 1)
    }

    @Test("A task imported from Taskwarrior is recognised, since dstask keeps its UUIDs")
    func warrior() throws {
        let uuid = "b1d3a2f0-0000-4000-8000-000000000001"
        let family = PluginTrial(DstaskPlugin()).family
        let id = PluginChange.id(ofKey: "task/\(uuid)", plugin: "taskwarrior", family: family).description
        let text = #"[{"uuid": "\#(uuid)", "summary": "a"}]"#
        #expect(try read(text, documents: [["id": .string(id), "kind": "task", "title": "a"]]).tasks.isEmpty)
    }

    @Test(
        "A damaged file yields valid documents, or is refused",
        arguments: 0..<UInt64(SeededGenerator.runs(40)))
    func damaged(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        var random = SeededGenerator(seed: seed)
        let text =
            #"""
            [{"uuid": "1", "status": "pending", "summary": "Paint", "notes": "white\nor grey", "tags": ["home"],
              "project": "house", "priority": "P1", "created": "2026-11-01T11:00:00.123456789+01:00",
              "due": "2026-11-27T00:00:00+01:00", "subtasks": [{"Summary": "tape", "Resolved": true}],
              "dependencies": ["2"]},
             {"uuid": "2", "status": "resolved", "summary": "Buy", "resolved": "2026-11-02T10:00:00Z"}]
            """#
        for _ in 0..<10 {
            let bytes = DamagedText.damaged(text, using: &random)
            let faults = try DamagedText.faults(ofImporting: bytes, as: "dstask", by: DstaskPlugin())
            #expect(faults.isEmpty, "\(faults); run again with HOMETASK_TEST_SEED=\(seed)")
        }
    }

    @Test("The manifest is valid, and declares the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(DstaskPlugin.manifest)
        #expect(manifest.id == "dstask" && manifest.arguments == ["plugin-serve", "dstask"])
        #expect(manifest.offers.importers.map(\.name) == ["dstask"] && manifest.offers.exporters.isEmpty)
    }
}
