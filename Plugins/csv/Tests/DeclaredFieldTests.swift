// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskPlugin

@Suite("Fields read and written from the schema")
struct DeclaredFieldTests {
    private static let schema = """
        {
          "properties": {
            "cooking": {"$ref": "#/$defs/length", "x-merge": "register"},
            "effort": {"type": "integer", "minimum": 3, "maximum": 100000, "x-merge": "register"},
            "indoors": {"enum": ["yes"], "x-merge": "register"},
            "name": {"type": "string", "minLength": 1, "x-merge": "register"},
            "opening": {
              "type": "object", "required": ["from", "to"],
              "properties": {"from": {"type": "string"}, "to": {"type": "string"}, "zone": {"type": "string"}},
              "x-merge": "register"
            },
            "seen": {"type": "object", "properties": {"at": {"type": "string"}}, "x-merge": "register"},
            "size": {"enum": ["very large", "small"], "x-merge": "register"},
            "start": {
              "type": "object",
              "properties": {"date": {"type": "string"}, "at": {"type": "string"}, "zone": {"type": "string"}},
              "oneOf": [{"required": ["date"]}, {"required": ["at"]}], "x-merge": "register"
            },
            "step": {"type": "integer", "x-merge": "register", "x-weak": true},
            "words": {"type": "array", "items": {"type": "string"}, "x-merge": "set"}
          },
          "$defs": {"length": {"type": "string", "maxLength": 40, "pattern": "^P[0-9DHMSTW]+$"}}
        }
        """

    private func field(_ name: String) throws -> DeclaredField {
        let fields = DeclaredField.fields(of: try Schema(Array(Self.schema.utf8)))
        return try #require(fields.first { $0.name == name })
    }

    @Test("Numbers, durations, flags, choices, dates and hours are supported, each with an example")
    func found() throws {
        let fields = DeclaredField.fields(of: try Schema(Array(Self.schema.utf8)))
        #expect(fields.map(\.name) == ["effort", "cooking", "indoors", "size", "start", "opening"])
        #expect(fields.map(\.example) == ["3", "PT1H", "yes", "very large", "2026-12-24", "08:00-12:00"])
        #expect(fields.filter(\.isFlag).map(\.name) == ["indoors"])
        for field in fields { #expect(field.value(field.example) != nil) }
        #expect(try field("effort").fault == "is not a value of ‘effort’ such as 3")
        #expect(try field("cooking").fault == "is not a duration such as PT10M")
        #expect(try field("opening").fault == "is not a time span such as 07:00-09:00")
    }

    @Test(
        "Values round-trip through their texts",
        arguments: [
            ("cooking", "PT1H30M", "PT1H30M"), ("cooking", "P2W", "P2W"), ("effort", 12, "12"),
            ("opening", ["from": "21:00", "to": "06:15"], "21:00-06:15"),
            ("opening", ["from": "08:00", "to": "12:00", "zone": "UTC"], "08:00-12:00 UTC"), ("indoors", "yes", "yes"),
            ("size", "very large", "very large"), ("start", ["date": "2026-12-24"], "2026-12-24"),
            ("start", ["at": "2026-12-24T17:00:00Z"], "2026-12-24T17:00:00Z"),
            (
                "start", ["at": "2026-12-24T17:00:00Z", "zone": "America/New_York"],
                "2026-12-24T17:00:00Z America/New_York"
            ),
        ] as [(String, JSON, String)])
    func back(name: String, value: JSON, text: String) throws {
        let field = try field(name)
        #expect(field.text(of: [name: value]) == text)
        #expect(field.value(text) == value)
    }

    @Test(
        "A value the schema does not allow is refused",
        arguments: [
            ("cooking", "PT"), ("cooking", "1h"), ("indoors", "no"), ("effort", "2"), ("effort", "3.5"), ("effort", ""),
            ("opening", "08:00-08:00"), ("opening", "08:00-12:00 Foo/Bar"), ("opening", "2026-12-24"),
            ("size", "large"), ("size", "PT1H"), ("start", "2026-02-30"), ("start", "2026-12-24T17:00:00"),
            ("start", "2026-12-24T17:00:00Z Foo/Bar"), ("start", "08:00-12:00"), ("start", "5"),
        ])
    func refused(name: String, text: String) throws {
        #expect(try field(name).value(text) == nil)
    }

    @Test("A missing or invalid value has no text")
    func wordless() throws {
        let field = try field("start")
        for value in [true, .null, [], ["at": "today"]] as [JSON] { #expect(field.text(of: ["start": value]) == nil) }
        #expect(field.text(of: [:]) == nil)
    }

    @Test("The declared fields of tasks exclude those handled by name")
    func ofTasks() throws {
        let fields = DeclaredField.fields(of: try #require(Schema.of(.task))).map(\.name)
        let handled: Set<String> = ["due", "priority", "wait"]
        #expect(handled.isSubset(of: fields))
        #expect(DeclaredField.all.map(\.name) == fields.filter { !handled.contains($0) })
        #expect(["approval", "nag", "points", "proof", "window"].allSatisfy(DeclaredField.all.map(\.name).contains))
    }
}
