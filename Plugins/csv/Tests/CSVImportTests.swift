// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginCSV

@Suite("Tables from other programs")
struct CSVImportTests {
    private let trial = PluginTrial(
        CSVPlugin(),
        documents: [
            [
                "id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "Mia",
                "email": "mia@example.org",
            ],
            ["id": "00000000-0000-4000-8000-000000000002", "kind": "category", "name": "Garden"],
        ])

    /// The proposed fields, without kinds and keys.
    private func fields(_ outcome: PluginTrial.Outcome) -> [String] {
        outcome.changes.map { change in
            guard case .create(let kind, _, let fields) = change else { return "\(change)" }
            return "\(kind) \(JSON.object(fields).compactText)"
        }
    }

    @Test("Headings are matched regardless of case and punctuation")
    func headings() throws {
        let text = """
            Task Name;Due Date;Assigned To;Project;Labels;Priority;Notes;Completed;Colour
            Mow;2026-11-27;MIA;garden;out, green;1;"two
            lines";no;red
            Rake;;mia@example.org;Shed;;low;;2026-11-20;blue
            Sow;;;shed;;;;yes;
            """
        let outcome = try trial.import("csv", text)
        let shed = PluginChange.id(ofKey: "category/shed", plugin: trial.plugin, family: trial.family)
        #expect(
            fields(outcome) == [
                """
                task {"assignees":["00000000-0000-4000-8000-000000000001"],\
                "category":"00000000-0000-4000-8000-000000000002","description":["two","lines"],\
                "due":{"date":"2026-11-27"},"priority":"high","tags":["green","out"],"title":"Mow"}
                """,
                "category {\"name\":\"Shed\"}",
                """
                task {"assignees":["00000000-0000-4000-8000-000000000001"],"category":"\(shed)",\
                "completion":{"at":"2026-11-20T00:00:00Z"},"priority":"low","title":"Rake"}
                """,
                "task {\"category\":\"\(shed)\",\"completion\":{\"at\":\"2026-01-01T00:00:00Z\"},\"title\":\"Sow\"}",
            ])
        #expect(outcome.faults.map(\.message) == ["not read: ‘Colour’; --map FIELD=COLUMN assigns a column to a field"])
    }

    @Test("Columns are mapped by heading or number, or skipped")
    func mapping() throws {
        let text = "x,When?,title,,tag\nMow,27/11/2026,other,5,a\n"
        let outcome = try trial.import(
            "csv", text,
            options: ["map": ["title=X", "due=when?", "points=#4", "tags=", "=Tag"], "date-order": "dmy"])
        #expect(fields(outcome) == ["task {\"due\":{\"date\":\"2026-11-27\"},\"points\":5,\"title\":\"Mow\"}"])
        #expect(outcome.faults.map(\.message) == ["not read: ‘title’; --map FIELD=COLUMN assigns a column to a field"])
    }

    @Test("A skipped field is not read from a column with its name")
    func leftOut() throws {
        let outcome = try trial.import("csv", "title,tags,due\nMow,out,2026-11-27\n", options: ["map": ["tags="]])
        #expect(fields(outcome) == ["task {\"due\":{\"date\":\"2026-11-27\"},\"title\":\"Mow\"}"])
    }

    @Test("A checklist has Markdown boxes, and an item without one is open")
    func boxes() throws {
        let outcome = try trial.import("csv", "title,items\nMow,\"- [x] front\n* [ ] back\n[X] edge\n- rake\"\n")
        guard case .create(_, _, let fields)? = outcome.changes.first else { throw RPCError(.refused, "nothing came") }
        let items = try #require(fields["items"]?.arrayValue)
        #expect(items.map { $0["text"] } == ["front", "back", "edge", "- rake"])
        #expect(items.map { $0["done"] } == [true, false, true, false])
    }

    @Test("A radius may have a decimal point or comma")
    func radius() throws {
        for cell in ["2.5", "\"2,5\""] {
            let outcome = try trial.import("csv", "title,place,within\nMow,Shop,\(cell)\n")
            #expect(outcome.faults.isEmpty && fields(outcome).last?.contains("\"within\":2.5}") == true, "\(outcome)")
        }
    }

    @Test("Invalid tables and options are refused with a hint")
    func refused() throws {
        let cases: [(String, JSONObject)] = [
            ("a,b\n1,2", [:]), ("title\nx", ["map": "due=nope"]), ("title\nx", ["map": "due"]),
            ("title\nx", ["map": "nope=title"]), ("title\nx", ["separator": "|"]), ("title\nx", ["date-order": "ydm"]),
            ("title\nx", ["map": "due=#2"]), ("title\nx", ["map": "due=#0"]),
        ]
        for (text, options) in cases {
            let error = #expect(throws: RPCError.self) { try trial.import("csv", text, options: options) }
            #expect(error?.kind == .refused)
            #expect(error?.hint?.isEmpty == false)
        }
    }

    @Test(
        "A line that is not a task is skipped, and reported",
        arguments: [
            ",,", "Mow,soon,", "Mow,,very", "Mow,,,,-1", "Mow,,,,1.5", "Mow,,,,,every now and then",
            "Mow,,,\(String(repeating: "x", count: 600)),,,\(DocumentID(randomBytes: (1, 2)))",
        ])
    func skipped(_ line: String) throws {
        let text = "title,due,priority,category,points,repeat,place\nfirst\n\(line)\nlast,,,,"
        let outcome = try trial.import("csv", text)
        let titles = fields(outcome).filter { $0.hasPrefix("task") }
        #expect(titles == ["task {\"title\":\"first\"}", "task {\"title\":\"last\"}"])
        #expect(outcome.faults.map(\.line) == (line == ",," ? [] : [3]))
    }

    @Test("Overlong texts and control characters are brought within the limits")
    func limits() throws {
        let long = String(repeating: " word", count: 200).dropFirst()
        let text =
            "title,description,tags\n\"\(long)\u{0}\u{7}\u{9B}\r\nnext\",\"a\u{1B}[31m\r\nb\",#one \(String(repeating: "x", count: 61))\n"
        let outcome = try trial.import("csv", text)
        guard case .create(_, _, let fields)? = outcome.changes.first else { throw RPCError(.refused, "nothing came") }
        #expect(fields["title"]!.stringValue!.unicodeScalars.count <= 500)
        let description = fields["description"]!.arrayValue!.map { $0.stringValue! }
        #expect(fields["title"]!.stringValue! + " " + description[0] == long + " next")
        #expect(description.dropFirst() == ["a[31m", "b"])
        #expect(fields["tags"] == ["one"])
        #expect(outcome.faults.count == 1)
    }

    @Test("A line too large for a document is skipped")
    func tooLarge() throws {
        let text = "title,description\nbig,\"\(String(repeating: "text\n", count: 100_000))\"\nsmall,x\n"
        let outcome = try trial.import("csv", text)
        #expect(outcome.changes.count == 1)
        #expect(outcome.faults.map(\.line) == [2])
    }

    @Test("An unclosed quote takes the rest of the file, and is reported at its start")
    func cutOff() throws {
        let outcome = try trial.import("csv", "title,due\na,\nb,\"2026\nc,\n")
        #expect(fields(outcome) == ["task {\"title\":\"a\"}"])
        #expect(outcome.faults.map(\.line) == [3])
    }

    @Test("Equal lines are separate tasks, whose ids are stable when lines are appended")
    func equalLines() throws {
        let first = try trial.import("csv", "title\na\na\nb\n").changes
        let second = try trial.import("csv", "title\na\na\nb\nc\na\n").changes
        #expect(first.count == 3)
        #expect(Set(first).count == 3)
        #expect(Array(second.prefix(3)) == first)
        #expect(Set(second).count == 5)
    }

    @Test("Duplicate ids, unknown members and missing tasks are reported")
    func faults() throws {
        let outcome = try trial.import("csv", "id,title,assignee,after\n7,a,Mia,\n7,b,,\n8,c,Tom,7 9\n")
        #expect(outcome.changes.count == 2)
        #expect(outcome.faults.map(\.line) == [3, 4, 4])
        guard case .create(_, _, let fields) = outcome.changes[1] else { return }
        let first = PluginChange.id(ofKey: "id/7", plugin: trial.plugin, family: trial.family)
        #expect(fields["after"] == [.string(first.description)])
    }

    @Test("An export has exactly the requested columns")
    func columns() throws {
        trial.documents.append([
            "id": "00000000-0000-4000-8000-000000000003", "kind": "task", "title": "Mow; rake", "points": 5,
        ])
        #expect(
            try trial.export("csv", options: ["columns": "points, Title"]).text == "points,title\r\n5,\"Mow; rake\"\r\n"
        )
        #expect(throws: RPCError.self) { try trial.export("csv", options: ["columns": "points,nope"]) }
        #expect(throws: RPCError.self) { try trial.export("csv", options: ["columns": ""]) }
    }
}

@Suite("The manifest of csv")
struct CSVManifestTests {
    @Test("The manifest is valid, and names the plugin's offers")
    func valid() throws {
        let manifest = try PluginManifest(CSVPlugin.manifest)
        #expect(manifest.id == "csv")
        #expect(manifest.arguments == ["plugin-serve", "csv"])
        #expect(manifest.offers.exporters.map(\.name) == ["csv"])
        #expect(manifest.offers.importers.map(\.name) == ["csv", "ticktick"])
    }
}
