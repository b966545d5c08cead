// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskPlugin
import PluginTaskwarrior
import PluginTestSupport
import TestSupport
import Testing

@Suite("Taskwarrior round-trips")
struct TaskwarriorRoundTripTests {
    static let program = Tool("task")

    /// The fields of a task that survive an import into another family with the same people and places.
    private func kept(_ task: JSONObject, in trial: PluginTrial) -> JSONObject {
        var kept = task
        kept["id"] = nil
        kept["kind"] = nil
        if !SampleFamily.hasReminders { kept["reminders"] = nil }
        let lines = task["description"]?.arrayValue?.filter { $0 != "" } ?? []
        kept["description"] = lines.isEmpty ? nil : .array(lines)
        if let after = task["after"]?.arrayValue {
            let ids = after.map { id in
                PluginChange.id(ofKey: "task/\(id.stringValue ?? "")", plugin: trial.plugin, family: trial.family)
            }
            kept["after"] = .array(ids.sorted().map { .string($0.description) })
        }
        return kept
    }

    private func check(_ family: SampleFamily, _ text: String, note: Comment, isExact: Bool) throws {
        let reading = PluginTrial(TaskwarriorPlugin(), documents: family.surroundings)
        reading.zone = "Europe/Amsterdam"
        let outcome = try reading.import("taskwarrior", text)
        #expect(outcome.faults.map(\.message) == [], note)
        var made: [String: JSONObject] = [:]
        for case .create(.task, let key?, let fields) in outcome.changes { made[key] = fields }
        #expect(made.count == family.tasks.count && outcome.changes.count == made.count, note)
        for task in family.tasks {
            let id = task["id"]?.stringValue ?? ""
            var found = made["task/\(id)"]
            // Taskwarrior adds a creation time where there is none.
            if !isExact && task["created"] == nil { found?["created"] = nil }
            let expected = kept(task, in: reading)
            for key in Set((found?.keys ?? []) + expected.keys) {
                #expect(found?[key]?.compactText == expected[key]?.compactText, "\(key) of \(id); \(note)")
            }
        }
        #expect(try reading.import("taskwarrior", text).changes == outcome.changes, note)
    }

    private func export(_ family: SampleFamily) throws -> String {
        let writing = PluginTrial(TaskwarriorPlugin(), documents: family.surroundings + family.tasks)
        writing.zone = "Europe/Amsterdam"
        return try writing.export("taskwarrior").text
    }

    @Test("Every field named in the guide round-trips", arguments: 0..<UInt64(SeededGenerator.runs(12)))
    func fieldsComeBack(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        let family = SampleFamily(seed: seed, tasks: 40)
        let text = try export(family)
        try check(family, text, note: "run again with HOMETASK_TEST_SEED=\(seed)", isExact: true)
        #expect(try export(family) == text)
    }

    @Test(
        "Tasks round-trip through Taskwarrior's import and export",
        .enabled(if: program.isInstalled, "\(program.note)"), arguments: 1...3 as ClosedRange<UInt64>)
    func throughTaskwarrior(seed: UInt64) throws {
        // Taskwarrior 2.6 makes an attribute of a tag with a colon.
        let family = SampleFamily(seed: seed, tasks: 60, tags: ["home", "x;y", "ü", "🛒", "\"q\"", "c\\d"])
        let folder = try TemporaryFolder()
        let settings = "data.location=\(try folder.folder("data"))\nconfirmation=no\njson.array=on\n"
        try Data(settings.utf8).write(to: URL(fileURLWithPath: folder.path + "/taskrc"))
        let environment = ["TASKRC": folder.path + "/taskrc", "TZ": "UTC"]
        try Data(export(family).utf8).write(to: URL(fileURLWithPath: folder.path + "/tasks.json"))
        let imported = try Self.program.run(["import", folder.path + "/tasks.json"], environment: environment)
        #expect(imported.status == 0, "\(imported.output)")
        let exported = try Self.program.run(["export"], environment: environment)
        #expect(exported.status == 0)
        try check(family, exported.output, note: "seed \(seed)", isExact: false)
        let lines = try Self.program.run(["rc.json.array=off", "export"], environment: environment)
        try check(family, lines.output, note: "seed \(seed)", isExact: false)
    }

    @Test("--open omits completed tasks")
    func openAlone() throws {
        let family = SampleFamily(seed: 9, tasks: 30)
        let trial = PluginTrial(TaskwarriorPlugin(), documents: family.surroundings + family.tasks)
        let text = try trial.export("taskwarrior", options: ["open": true]).text
        let open = family.tasks.filter { $0["completion"] == nil }
        #expect((1..<30).contains(open.count))
        for task in family.tasks {
            let id = task["id"]?.stringValue ?? ""
            let isThere = text.contains(#""uuid":""# + id)
            #expect(isThere == (task["completion"] == nil))
        }
    }

    @Test("The family's own tasks stay unchanged")
    func ownTasksStay() throws {
        let family = SampleFamily(seed: 7, tasks: 20)
        let trial = PluginTrial(TaskwarriorPlugin(), documents: family.surroundings + family.tasks)
        let outcome = try trial.import("taskwarrior", try trial.export("taskwarrior").text)
        #expect(outcome.changes.isEmpty && outcome.faults.isEmpty)
        #expect(outcome.matches.count == 20, "what the file says of each is told")
    }

    @Test("Lines that look like checklist items stay lines, and every annotation has a unique time")
    func itemsAndLines() throws {
        let task: JSONObject = [
            "id": "00000000-0000-4000-8000-000000000001", "kind": "task", "title": "x",
            "description": ["[ ] a", "\\[x] b", "\\c"], "items": [["text": "d"], ["text": "e", "done": true]],
        ]
        let text = try PluginTrial(TaskwarriorPlugin(), documents: [task]).export("taskwarrior").text
        let annotations = try JSON.parse(text).arrayValue?.first?["annotations"]?.arrayValue ?? []
        #expect(Set(annotations.compactMap { $0["entry"]?.stringValue }).count == 5)
        guard
            case .create(_, _, let fields)? = try PluginTrial(TaskwarriorPlugin()).import("taskwarrior", text).changes
                .first
        else {
            Issue.record("a task should be made")
            return
        }
        #expect(fields["description"] == task["description"] && fields["items"] == task["items"])
    }

    @Test("A family without tasks gives an empty list")
    func emptyList() throws {
        #expect(try PluginTrial(TaskwarriorPlugin()).export("taskwarrior").text == "[]\n")
    }
}
