// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@Suite("Reading members in order")
struct MemberCursorTests {
    private static let id = "0f8fad5b-d9cb-469f-a165-70867728950e"

    private func read<Value>(_ text: String, _ body: (inout MemberCursor) -> Value) throws -> Value {
        try Array(text.utf8).withUnsafeBytes { bytes in
            var cursor = try #require(MemberCursor(bytes))
            let value = body(&cursor)
            #expect(!cursor.isMalformed)
            return value
        }
    }

    @Test("Each value is read as its own type, and as nil for any other type")
    func kinds() throws {
        let text = """
            {"a":["x",1,"\\n"],"b":["\(Self.id)","none"],"c":{"at":"2026-11-22T10:00:00Z","by":"\(Self.id)"},\
            "d":"\(Self.id)","e":"Caf\u{E9} \\"de\\"","f":{},"g":[]}
            """
        try read(text) { members in
            #expect(members.texts("a") == ["x", "\n"])
            #expect(members.ids("b").map(\.description) == [Self.id])
            var created = members.object("c")
            #expect(created?.time("at")?.rfc3339 == "2026-11-22T10:00:00Z")
            #expect(created?.id("by")?.description == Self.id)
            #expect(created?.text("why") == nil)
            #expect(members.id("d")?.description == Self.id)
            #expect(members.text("e") == "Caf\u{E9} \"de\"")
            #expect(members.object("f")?.isMalformed == false)
            #expect(members.texts("g").isEmpty && members.text("h") == nil)
        }
        try read(text) { members in
            #expect(members.id("a") == nil && members.text("b") == nil && members.texts("c").isEmpty)
            #expect(members.object("d") == nil && members.time("e") == nil && members.ids("f").isEmpty)
            #expect(members.value("g") == .array([]))
        }
    }

    @Test("Skipped and missing members do not hide other members")
    func passingOver() throws {
        let text = #"{"a":{"z":"}"},"c":[[],{"b":1}],"d":"last"}"#
        try read(text) { #expect($0.text("d") == "last") }
        try read(text) { members in
            #expect(members.text("") == nil && members.text("b") == nil && members.text("d") == "last")
            #expect(members.text("e") == nil)
        }
        try read("{}") { #expect($0.text("a") == nil) }
    }

    @Test("Every member of a random object is read as by the parser")
    func random() throws {
        var random = RandomJSON(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<1_000 {
            let plain = (0..<Int.random(in: 0...8, using: &random.generator)).map { _ in
                random.generator.pick(["a", "aa", "b", "conflicts", "d", "due", "\u{E9}", "\u{1F600}"])
            }
            let object = JSONObject(plain.map { ($0, random.value(depth: 3)) })
            let asked = (object.keys + ["", "aaa", "c", "zz"]).sorted()
            try read(JSON.object(object).compactText) { members in
                for key in asked where Bool.random(using: &random.generator) {
                    #expect(members.value(key) == object[key], "\(SeededGenerator.note)")
                }
            }
            try read(JSON.object(object).compactText) { members in
                for key in asked {
                    #expect(members.text(key) == object[key]?.stringValue, "\(SeededGenerator.note)")
                }
            }
            try read(JSON.object(object).compactText) { members in
                for key in asked {
                    let texts = object[key]?.arrayValue?.compactMap(\.stringValue) ?? []
                    #expect(members.texts(key) == texts, "\(SeededGenerator.note)")
                }
            }
        }
    }

    @Test("Input that is truncated, or is not a JSON object, is reported as malformed or refused")
    func damage() {
        let text = Array(#"{"a":["x",{"y":1}],"b":{"c":"d"},"e":"f","g":true}"#.utf8)
        for end in 0..<text.count {
            Array(text[..<end]).withUnsafeBytes { bytes in
                guard var cursor = MemberCursor(bytes) else { return }
                for key in ["a", "b", "e", "g", "z"] as [ExactString] { _ = cursor.value(key) }
                #expect(cursor.isMalformed, "\(end) bytes")
            }
        }
        for other in ["", "[]", "1", "{]", "{\"a\"}", "{\"a\":1]", "{a:1}", "{\"a\":1}x"] {
            Array(other.utf8).withUnsafeBytes { bytes in
                guard var cursor = MemberCursor(bytes) else { return }
                _ = cursor.value("z")
                #expect(cursor.isMalformed, "\(other)")
            }
        }
    }
}
