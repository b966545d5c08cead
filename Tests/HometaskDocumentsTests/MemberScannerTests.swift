// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@Suite("Scanning for members")
struct MemberScannerTests {
    private let document: JSONObject = [
        "description": ["a line", "{\"title\": \"not this one\"}"], "items": [["id": "x", "title": "nor this"]],
        "kind": "task", "title": "Milk", "~merge": ["format": 1],
    ]

    @Test("Only the requested members are read")
    func selection() throws {
        let scanner = MemberScanner(selecting: ["title", "kind", "absent", "title"])
        #expect(try scanner.members(of: document.canonicalBytes()) == ["kind": "task", "title": "Milk"])
        #expect(try scanner.members(of: JSON.object(document).compactBytes()) == ["kind": "task", "title": "Milk"])
        #expect(try scanner.members(of: Array("{}".utf8)) == [:])
        #expect(try MemberScanner(selecting: []).members(of: document.canonicalBytes()) == [:])
    }

    @Test("An object can be created directly from bytes")
    func initialiser() throws {
        let bytes = document.canonicalBytes()
        let object = try bytes.withUnsafeBytes { try JSONObject(selecting: ["items"], from: $0) }
        #expect(object == ["items": [["id": "x", "title": "nor this"]]])
    }

    @Test("Only the merge state at the end of a canonical document is skipped unread")
    func earlyEnd() throws {
        let scanner = MemberScanner(selecting: ["kind", "title"])
        let text = document.canonicalText
        let unread = text.replacing("\"format\": 1", with: "not JSON")
        #expect(try scanner.members(of: Array(unread.utf8)) == ["kind": "task", "title": "Milk"])
        for broken in [
            text.replacing("a line", with: "a \t line"), text.replacing("\"id\": \"x\"", with: "not JSON"),
            unread.replacing("  \"~", with: "   \"~"), unread + " ", unread + "}",
        ] {
            #expect(throws: JSONError.self, "\(broken)") { try scanner.members(of: Array(broken.utf8)) }
        }
    }

    @Test("A member added by hand after the merge state is found")
    func addedByHand() throws {
        let scanner = MemberScanner(selecting: ["due", "kind"])
        let text = document.canonicalText.dropLast("\n}\n".count)
        for addition in [",\n  \"due\": {\n    \"date\": 1\n  }\n}\n", ", \"due\": {\n    \"date\": 1\n  }\n}\n"] {
            #expect(try scanner.members(of: Array((text + addition).utf8)) == ["due": ["date": 1], "kind": "task"])
        }
        let inOneLine = "{\n  \"kind\": \"task\",\n  \"~merge\": {}, \"due\": {\n    \"date\": 1\n  }\n}\n"
        #expect(try scanner.members(of: Array(inOneLine.utf8)) == ["due": ["date": 1], "kind": "task"])
    }

    @Test("Unordered and escaped keys are found, and duplicate keys are refused")
    func otherOrders() throws {
        let scanner = MemberScanner(selecting: ["a", "b"])
        #expect(try scanner.members(of: Array(#"{"z": 0, "b": 2, "a": 1}"#.utf8)) == ["a": 1, "b": 2])
        #expect(try scanner.members(of: Array(#"{"\u0062": 2, "a": 1}"#.utf8)) == ["a": 1, "b": 2])
        #expect(throws: JSONError.self) { try scanner.members(of: Array(#"{"a": 1, "a": 2}"#.utf8)) }
        #expect(throws: JSONError.self) { try scanner.members(of: Array(#"{"": 1, "": 2, "b": 3}"#.utf8)) }
    }

    @Test("Input other than a JSON object is refused", arguments: ["", "[]", "1", "{", "{\"a\"", "{} x", "{\"a\":1}}"])
    func refusals(text: String) {
        #expect(throws: JSONError.self) { try MemberScanner(selecting: ["zz"]).members(of: Array(text.utf8)) }
    }

    @Test("The scanner agrees with the full parser on random documents, sorted or not")
    func agreement() throws {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for round in 0..<2_000 {
            let object = random.object(depth: 4)
            let wanted =
                object.keys.filter { _ in Bool.random(using: &random.generator) } + [ExactString(random.string())]
            let text = round % 2 == 0 ? object.canonicalBytes() : shuffled(object, using: &random.generator)
            let expected = JSONObject(
                Set(wanted).compactMap { key in object[key].map { (key.string, $0) } })
            #expect(try MemberScanner(selecting: wanted).members(of: text) == expected, "\(SeededGenerator.note)")
        }
    }

    @Test("A damaged document that the parser accepts is scanned with the same result")
    func damage() throws {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<4_000 {
            let object = random.object(depth: 3)
            var text = object.canonicalBytes()
            text[Int.random(in: text.indices, using: &random.generator)] = UInt8.random(
                in: 0...255, using: &random.generator)
            let scanner = MemberScanner(selecting: object.keys)
            guard let whole = try? JSONObject.parse(text) else {
                _ = try? scanner.members(of: text)
                continue
            }
            let expected = JSONObject(object.keys.compactMap { key in whole[key].map { (key.string, $0) } })
            #expect(try scanner.members(of: text) == expected, "\(SeededGenerator.note)")
        }
    }

    private func shuffled(_ object: JSONObject, using generator: inout SeededGenerator) -> [UInt8] {
        let members = object.members.shuffled(using: &generator)
            .map { "\(JSON.string($0.string).compactText) : \($1.compactText)" }
        return Array("{\(members.joined(separator: ",\n"))}".utf8)
    }
}
