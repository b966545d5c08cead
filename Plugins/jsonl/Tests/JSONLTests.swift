// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginJSONL

@Suite("Documents as lines of JSON")
struct JSONLTests {
    /// Random valid documents of all kinds, with unknown members.
    private static func documents(_ random: inout SeededGenerator, _ count: Int, exact: Bool = true) -> [JSONObject] {
        let required: [JSONObject] = [
            ["kind": "member", "name": "Mia"], ["kind": "category", "name": "Garden"], ["kind": "pin", "name": "Shop"],
            ["kind": "task", "title": "a\u{2028}"], ["kind": "task", "title": "Mow"], ["kind": "note"],
            ["kind": "photo", "sha256": .string(String(repeating: "0", count: 64))],
        ]
        return (0..<count).map { _ in
            var document = random.pick(required)
            document["title"] = document["title"] == nil ? nil : .string("Mow \(Int.random(in: 0...9, using: &random))")
            document["id"] = .string(DocumentID.random(using: &random).description)
            if Bool.random(using: &random) { document["~merge"] = .object(object(&random, depth: 3, exact: exact)) }
            if Bool.random(using: &random) { document["deleted"] = "2026-11-21T09:00:00Z" }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                document["x" + text(&random)] = value(&random, depth: 4, exact: exact)
            }
            return document
        }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let parts = [
            "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "é", "e\u{301}", "𝄞", "\r", "/", "\u{FEFF}",
        ]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(parts) }.joined()
    }

    private static func object(_ random: inout SeededGenerator, depth: Int, exact: Bool) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            object[text(&random)] = value(&random, depth: depth - 1, exact: exact)
        }
        return object
    }

    private static func value(_ random: inout SeededGenerator, depth: Int, exact: Bool) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2:
            let numbers =
                exact ? ["1.0", "-0", "1e400", "123456789012345678901234567890", "0.10"] : ["1", "-7", "0.5"]
            return JSONNumber(lexeme: random.pick(numbers)).map { .number($0) } ?? .null
        case 3, 4: return .string(text(&random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth - 1, exact: exact) })
        default: return .object(object(&random, depth: depth, exact: exact))
        }
    }

    @Test("An import into an empty family restores every document, deleted ones and histories included")
    func law() throws {
        var random = SeededGenerator(usually: 51)
        let documents = Self.documents(&random, SeededGenerator.runs(500))
        let trial = PluginTrial(JSONLPlugin(), documents: documents.filter { $0["deleted"] == nil })
        trial.deleted = documents.filter { $0["deleted"] != nil }
        let text = try trial.export("jsonl").text
        trial.documents = []
        trial.deleted = []
        let outcome = try trial.import("jsonl", text)
        #expect(outcome.faults.isEmpty, "\(outcome.faults.prefix(3)) \(random.note)")
        let restored = outcome.changes.map { change -> String in
            guard case .restore(let document) = change else { return "\(change)" }
            return document.canonicalText
        }
        #expect(restored.sorted() == documents.map(\.canonicalText).sorted(), "\(random.note)")
        #expect(outcome.changes == (try trial.import("jsonl", text)).changes)
    }

    @Test("Python parses each line to the same document", .enabled(if: Tool("python3").isInstalled))
    func python() throws {
        var random = SeededGenerator(usually: 52)
        let documents = Self.documents(&random, SeededGenerator.runs(300), exact: false)
        let text = try PluginTrial(JSONLPlugin(), documents: documents).export("jsonl").text
        let program = """
            import json, sys
            sys.stdin.reconfigure(encoding="utf-8", newline="\\n")
            sys.stdout.reconfigure(encoding="utf-8", newline="\\n")
            for line in sys.stdin:
                print(json.dumps(json.loads(line), sort_keys=True, ensure_ascii=False, separators=(",", ":")))
            """
        let output = try Tool("python3").run(["-c", program], input: text).output
        #expect(output.utf8.elementsEqual(text.utf8), "\(random.note)")
        #expect(text.utf8.count { $0 == 0x0A } == documents.count)
    }

    @Test("Kinds without permission are omitted")
    func granted() throws {
        let trial = PluginTrial(
            JSONLPlugin(),
            documents: [
                ["id": "00000000-0000-4000-8000-000000000001", "kind": "member", "name": "Mia"],
                ["id": "00000000-0000-4000-8000-000000000002", "kind": "task", "title": "Mow"],
            ])
        let text = try trial.export("jsonl").text
        trial.granted = [.task]
        let task = "{\"id\":\"00000000-0000-4000-8000-000000000002\",\"kind\":\"task\",\"title\":\"Mow\"}\n"
        #expect(try trial.export("jsonl").text == task)
        let outcome = try trial.import("jsonl", text)
        #expect(outcome.changes.count == 1)
        #expect(outcome.faults.map(\.line) == [1])
    }

    @Test(
        "A line that is not a document is skipped, and reported",
        arguments: [
            "x", "[]", "{}", "{\"id\":\"1\",\"kind\":\"task\"}", "{\"id\":\"00000000-0000-4000-8000-000000000009\"}",
            "{\"id\":\"00000000-0000-4000-8000-000000000009\",\"kind\":\"task\",\"title\":\"\"}",
            "{\"id\":\"00000000-0000-4000-8000-000000000009\",\"kind\":\"nothing\"}",
            "{\"id\":\"00000000-0000-4000-8000-000000000001\",\"kind\":\"note\"}",
            String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 1000),
            "{\"id\":\"00000000-0000-4000-8000-000000000009\",\"kind\":\"note\",\"x\":1,\"x\":2}",
        ])
    func faults(_ line: String) throws {
        let good = "{\"id\":\"00000000-0000-4000-8000-000000000001\",\"kind\":\"note\"}"
        let text = "\u{FEFF}\(good)\r\n\n\(line)\n \(good.replacing("1\"", with: "2\""))"
        let outcome = try PluginTrial(JSONLPlugin()).import("jsonl", text)
        #expect(outcome.changes.count == 2)
        #expect(outcome.faults.map(\.line) == [3])
    }

    @Test("Documents of the maximum size are split into messages within the host's limit")
    func large() throws {
        // Nine million bytes: more than fit in one message.
        let documents = (10..<28).map { number -> JSONObject in
            let text = JSON.array(Array(repeating: .string(String(repeating: "x", count: 10_000)), count: 50))
            return ["id": .string("00000000-0000-4000-8000-0000000000\(number)"), "kind": "note", "text": text]
        }
        let trial = PluginTrial(JSONLPlugin(), documents: documents)
        #expect(try trial.import("jsonl", trial.export("jsonl").text).changes == documents.map { .restore($0) })
    }

    @Test("The family's own document and its devices are kept, and no others are imported")
    func own() throws {
        let device: JSONObject = [
            "id": "00000000-0000-4000-8000-000000000003", "kind": "device", "name": "Phone", "actor": "phone1",
        ]
        let trial = PluginTrial(JSONLPlugin(), documents: [device])
        func family(_ id: DocumentID) -> String {
            "{\"id\":\"\(id)\",\"kind\":\"family\",\"name\":\"a\",\"zone\":\"UTC\"}\n"
        }
        let exported = try trial.export("jsonl").text
        #expect(exported.contains("Phone"))
        let own = family(trial.family)
        let outcome = try trial.import("jsonl", exported + own + family(DocumentID(randomBytes: (1, 2))))
        #expect(outcome.changes == [.restore(try JSONObject.parse(Array(own.utf8)))])
        #expect(outcome.faults.isEmpty)
    }

    private static func member(_ number: Int, _ name: String, with more: JSONObject = [:]) -> JSONObject {
        var member: JSONObject = [
            "id": .string("00000000-0000-4000-8000-00000000000\(number)"), "kind": "member", "name": .string(name),
        ]
        for (name, value) in more.members { member[name] = value }
        return member
    }

    @Test("A member with the name of an existing one is imported and merged into that one")
    func namesake() throws {
        let trial = PluginTrial(
            JSONLPlugin(), documents: [Self.member(1, "Mia"), Self.member(2, "Ben"), Self.member(3, "Ben")])
        trial.deleted = [Self.member(4, "Zoë", with: ["deleted": "2026-11-21T09:00:00Z"])]
        let theirs = [
            Self.member(5, "mia "), Self.member(6, "Ben"), Self.member(7, "Zoë"), Self.member(8, "Ada"),
            Self.member(1, "Mia"),
        ]
        let file = { (members: [JSONObject]) in
            members.map { String(decoding: $0.compactBytes(), as: UTF8.self) + "\n" }.joined()
        }
        var outcome = try trial.import("jsonl", file(Array(theirs.dropLast())))
        let merge = PluginChange.update(
            .member, try #require(DocumentID("00000000-0000-4000-8000-000000000005")),
            fields: ["mergedInto": "00000000-0000-4000-8000-000000000001"], adding: [:], removing: [:])
        #expect(outcome.changes == [.restore(theirs[0]), merge] + theirs[1...3].map { PluginChange.restore($0) })
        #expect(
            outcome.notes.count == 1 && outcome.notes[0].contains("restore \"#00000000-0000-4000-8000-000000000005\""))
        // Duplicate names in the file, a removed, a merged and an existing member, and a member with another's earlier
        // name: nobody is merged.
        for members in [
            [Self.member(1, "Mama"), Self.member(5, "Mia")],
            [Self.member(5, "Mia"), Self.member(1, "Mama", with: ["deleted": "2026-11-21T09:00:00Z"])], theirs,
            [theirs[0], Self.member(9, "Mia")], [Self.member(5, "Mia", with: ["removed": true])],
            [Self.member(5, "Mia", with: ["mergedInto": "00000000-0000-4000-8000-000000000008"])],
        ] {
            #expect(try trial.import("jsonl", file(members)).changes == members.map { PluginChange.restore($0) })
        }
        trial.documents.append(theirs[0])
        outcome = try trial.import("jsonl", file(Array(theirs.dropLast())))
        #expect(outcome.changes == theirs.dropLast().map { PluginChange.restore($0) } && outcome.notes.isEmpty)
    }

    @Test("The manifest is valid, and names the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(JSONLPlugin.manifest)
        #expect(manifest.id == "jsonl")
        #expect(manifest.arguments == ["plugin-serve", "jsonl"])
        #expect(manifest.offers.exporters.map(\.name) + manifest.offers.importers.map(\.name) == ["jsonl", "jsonl"])
        #expect(
            manifest.needs.read.count == DocumentKind.known.count
                && manifest.needs.write == manifest.needs.read.subtracting([.device]))
    }
}
