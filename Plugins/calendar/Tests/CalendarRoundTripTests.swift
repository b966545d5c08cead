// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import PluginCalendar
import PluginTestSupport
import TestSupport
import Testing

@Suite("Calendar round-trips")
struct CalendarRoundTripTests {
    /// The fields of a task that survive an import into another family with the same people and places.
    static func kept(_ task: JSONObject, in trial: PluginTrial) -> JSONObject {
        var kept = task
        kept["id"] = nil
        kept["kind"] = nil
        if !SampleFamily.hasReminders { kept["reminders"] = nil }
        if let after = task["after"]?.arrayValue {
            let ids = after.map { id in
                PluginChange.id(ofKey: "task/\(id.stringValue ?? "")", plugin: trial.plugin, family: trial.family)
            }
            kept["after"] = .array(ids.sorted().map { .string($0.description) })
        }
        return kept
    }

    @Test("Every field named in the guide round-trips", arguments: 0..<UInt64(SeededGenerator.runs(12)))
    func fieldsComeBack(run: UInt64) throws {
        let seed = SeededGenerator.runSeed &+ run
        let family = SampleFamily(seed: seed, tasks: 40)
        let note: Comment = "run again with HOMETASK_TEST_SEED=\(seed)"
        let writing = PluginTrial(CalendarPlugin(), documents: family.surroundings + family.tasks)
        writing.zone = "Europe/Amsterdam"
        let file = try writing.export("ics").text
        #expect(file.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 76 && $0.last == 0x0D }, note)

        let reading = PluginTrial(CalendarPlugin(), documents: family.surroundings)
        reading.zone = writing.zone
        let outcome = try reading.import("ics", file)
        #expect(outcome.faults.map(\.message) == [], note)
        var made: [String: JSONObject] = [:]
        for case .create(let kind, let key?, let fields) in outcome.changes {
            #expect(kind == .task, note)
            made[key] = fields
        }
        #expect(made.count == family.tasks.count, note)
        for task in family.tasks {
            let id = task["id"]?.stringValue ?? ""
            #expect(made["task/\(id)"]?.canonicalText == Self.kept(task, in: reading).canonicalText, note)
        }
        #expect(try reading.import("ics", file).changes == outcome.changes, "the same file, the same keys; \(note)")
    }

    @Test("--open omits completed tasks")
    func openAlone() throws {
        let family = SampleFamily(seed: 9, tasks: 30)
        let trial = PluginTrial(CalendarPlugin(), documents: family.surroundings + family.tasks)
        let text = try trial.export("ics", options: ["open": true]).text
        let open = family.tasks.filter { $0["completion"] == nil }
        #expect((1..<30).contains(open.count))
        for task in family.tasks {
            let id = task["id"]?.stringValue ?? ""
            let isThere = text.contains(#"UID:"# + id)
            #expect(isThere == (task["completion"] == nil))
        }
    }

    @Test("The family's own tasks stay unchanged, also as dependencies")
    func ownTasksStay() throws {
        let family = SampleFamily(seed: 7, tasks: 20)
        let trial = PluginTrial(CalendarPlugin(), documents: family.surroundings + family.tasks)
        let file = try trial.export("ics").text
        let outcome = try trial.import("ics", file)
        #expect(outcome.changes.isEmpty && outcome.faults.isEmpty)
        #expect(outcome.matches.count == 20, "what the file says of each is told")
        let last = try #require(family.tasks.last { $0["after"] != nil })
        trial.documents.removeAll { $0["id"] == last["id"] }
        let again = try trial.import("ics", file)
        guard case .create(.task, _, let fields)? = again.changes.first, again.changes.count == 1 else {
            Issue.record("one task should come back")
            return
        }
        #expect(fields["after"] == last["after"], "the ids of the family's own tasks")
    }

    @Test("An ambiguous local time is written in UTC, and keeps its zone")
    func repeatedHour() throws {
        for (at, form) in [("2026-10-25T01:30:00Z", "DUE;X-HOMETASK-ZONE"), ("2026-10-25T00:30:00Z", "DUE;TZID")] {
            let due: JSON = ["at": .string(at), "zone": "Europe/Amsterdam"]
            let task: JSONObject = [
                "id": "00000000-0000-4000-8000-000000000001", "kind": "task", "title": "x", "due": due,
            ]
            let text = try PluginTrial(CalendarPlugin(), documents: [task]).export("ics").text
            #expect(text.contains(form + "=Europe/Amsterdam:"), "\(text)")
            guard case .create(_, _, let fields)? = try PluginTrial(CalendarPlugin()).import("ics", text).changes.first
            else {
                Issue.record("a task should be made")
                continue
            }
            #expect(fields["due"] == due)
        }
    }

    @Test("Exports are deterministic, whatever the time")
    func exportIsDeterministic() throws {
        let family = SampleFamily(seed: 3, tasks: 10)
        let trial = PluginTrial(CalendarPlugin(), documents: family.surroundings + family.tasks)
        let first = try trial.export("ics").text
        trial.now = Timestamp(seconds: trial.now.seconds + 86_400)
        #expect(try trial.export("ics").text == first)
    }

    @Test("A line break in a hand-edited reminder starts no line")
    func lineBreak() throws {
        let task: JSONObject = [
            "id": "00000000-0000-4000-8000-000000000001", "kind": "task", "title": "x",
            "reminders": ["P1D\nEND:VTODO", "P2D"],
        ]
        let text = try PluginTrial(CalendarPlugin(), documents: [task]).export("ics").text
        #expect(text.contains("X-HOMETASK-REMINDERS:P1D\\nEND:VTODO,P2D\r\n"))
    }

    @Test("Missing categories and pins are created; missing people are named in the description")
    func emptyFamily() throws {
        let family = SampleFamily(seed: 11, tasks: 60)
        let file = try PluginTrial(CalendarPlugin(), documents: family.surroundings + family.tasks).export("ics").text
        let trial = PluginTrial(CalendarPlugin())
        let outcome = try trial.import("ics", file)
        var made: [DocumentKind: [JSONObject]] = [:]
        for case .create(let kind, _, let fields) in outcome.changes { made[kind, default: []].append(fields) }
        #expect(made[.member] == nil)
        #expect(Set(made[.category]?.compactMap { $0["name"]?.stringValue } ?? []).count == made[.category]?.count)
        #expect(made[.category]?.count == family.categories.count)
        let pins = family.pins.map { pin in
            var pin = pin
            (pin["id"], pin["kind"]) = (nil, nil)
            return pin
        }
        #expect(Set(made[.pin] ?? []) == Set(pins))
        #expect(made[.task]?.count == 60)
        #expect(file.contains("X-HOMETASK-ASSIGNEE"))
        let notes = made[.task]?.flatMap { $0["description"]?.arrayValue ?? [] } ?? []
        #expect(notes.contains("For: Mia <mia@example.org>"))
    }
}
