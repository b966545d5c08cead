// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginCSV

@Suite("CSV round-trips")
struct CSVRoundTripTests {
    /// The fields of a task after an import, with the new ids of its dependencies.
    private func fields(_ task: JSONObject, _ trial: PluginTrial) -> JSONObject {
        var fields = task
        fields["id"] = nil
        fields["kind"] = nil
        if let after = task["after"]?.arrayValue {
            let ids = after.compactMap(\.stringValue).map {
                PluginChange.id(ofKey: "id/\($0)", plugin: trial.plugin, family: trial.family).description
            }
            fields["after"] = .array(ids.sorted().map { .string($0) })
        }
        return fields
    }

    @Test("Every field round-trips", arguments: ["comma", "semicolon", "tab"])
    func roundTrip(_ separator: String) throws {
        let seed = SeededGenerator(usually: 45)
        let family = TestFamily(seed, tasks: SeededGenerator.runs(400))
        let trial = PluginTrial(CSVPlugin(), documents: family.others + family.tasks)
        trial.zone = "Europe/Amsterdam"
        let text = try trial.export("csv", options: ["separator": .string(separator), "bom": true]).text
        trial.documents = family.others
        let outcome = try trial.import("csv", text)
        #expect(outcome.faults.isEmpty, "\(outcome.faults.prefix(3)), \(seed.note)")
        #expect(outcome.changes.count == family.tasks.count)
        for (change, task) in zip(outcome.changes, family.tasks) {
            guard case .create(.task, let key, let made) = change else {
                Issue.record("\(change) is no new task")
                continue
            }
            #expect(key == "id/\(task["id"]!.stringValue!)")
            #expect(made.canonicalText == fields(task, trial).canonicalText, "\(seed.note)")
        }
    }

    @Test("Every task field has a column, except those the README lists as lost")
    func complete() throws {
        let lost: Set<String> = ["order", "previous", "series", "snooze", "verdict"]
        let fields = Set(try #require(Schema.of(.task)).fields.map(\.name)).subtracting(lost)
        #expect(fields.subtracting(["completion"]).isSubset(of: Column.all.map(\.name)))
        // The tasks of the test above have all of them; reminders have separate tests.
        let tasks = TestFamily(SeededGenerator(usually: 48), tasks: 200).tasks
        #expect(fields.subtracting(["nag", "reminders"]).isSubset(of: tasks.flatMap { $0.members.map(\.0.string) }))
    }

    @Test(
        "Headings with another meaning in other programs cost no row",
        arguments: [
            ("Approval", "Approved by Mum", nil), ("Approval", "yes", nil), ("Approval", "Adult", "adult"),
            ("Window", "Living room", nil), ("Window", "24:00-01:00", nil), ("Window", "07:00-07:00", nil),
            ("Window", "07:00-09:00 am", nil), ("Window", "07:00-09:00 Foo/Bar", nil), ("Window", "0 7:00-09:00", nil),
            ("Window", "7:00 – 9:00", "07:00-09:00"), ("Window", "21:00-6:15 Asia/Tokyo", "21:00-06:15 Asia/Tokyo"),
        ] as [(String, String, String?)])
    func foreign(heading: String, cell: String, text: String?) throws {
        let outcome = try PluginTrial(CSVPlugin(), documents: []).import("csv", "Title,\(heading)\nBins,\(cell)\n")
        guard case .create(.task, _, let fields)? = outcome.changes.first else {
            Issue.record("no task")
            return
        }
        let field = try #require(DeclaredField.all.first { $0.name == heading.lowercased() })
        #expect(field.text(of: fields) == text)
        #expect(outcome.faults.count == (text == nil ? 1 : 0))
        #expect(fields["title"] == "Bins")
    }

    @Test("A re-import changes nothing, and an import into another family is repeatable")
    func again() throws {
        let family = TestFamily(SeededGenerator(usually: 46), tasks: 100)
        let trial = PluginTrial(CSVPlugin(), documents: family.others + family.tasks)
        let text = try trial.export("csv").text
        #expect(try trial.import("csv", text).changes.isEmpty)
        trial.documents = []
        let first = try trial.import("csv", text).changes
        #expect(first == (try trial.import("csv", text).changes))
        #expect(first.contains { $0.kind == .category } && first.contains { $0.kind == .pin })
        #expect(first.filter { $0.kind == .task }.count > 5)
    }

    @Test("No cell starts a formula, whatever the documents contain")
    func safe() throws {
        let family = TestFamily(SeededGenerator(usually: 47), tasks: 100)
        let trial = PluginTrial(CSVPlugin(), documents: family.others + family.tasks)
        var reader = CSVReader(try trial.export("csv").text)
        while let record = reader.next() {
            #expect(record.cells.count == Column.all.count)
            for cell in record.cells {
                #expect(!["=", "+", "-", "@", "\t", "\r", "\n"].contains(cell.unicodeScalars.first ?? "a"))
            }
        }
    }
}
