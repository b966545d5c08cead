// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("The frozen rules of the format")
struct FormatRulesTests {
    /// Fields newer than the frozen format: they are registers in readings that must be identical on every device;
    /// their schema rule applies to writes by a tool with stamps.
    private static let later: [String: Set<String>] = [
        "task": ["after", "reminders", "series", "verdict"], "member": ["channels", "keys", "reminders"],
        "family": ["reminders"], "note": ["folder", "items"],
        "photo": ["attached", "completed", "erased", "thumbnail", "verdict"], "comment": ["created", "text"],
        "hunt": ["clues", "finished", "text"],
        "team": ["created", "members", "name", "progress"],
        "template": ["created"],
    ]

    @Test(
        "The frozen rules match the schemas, for every field and kind of that time",
        arguments: [
            "family", "member", "task", "category", "pin", "note", "photo", "view", "device", "comment", "hunt", "team",
            "template",
        ])
    func agreeWithSchemas(kind: String) throws {
        let schema = try #require(Schema.of(DocumentKind(rawValue: kind)))
        let later = Self.later[kind] ?? []
        #expect(later.allSatisfy { name in schema.fields.contains { $0.name == name } })
        let fromSchema = schema.fields.filter { $0.rule != .register && !later.contains($0.name) }.map {
            "\($0.name): \($0.rule)"
        }
        let frozen = (FormatRules.rules[kind] ?? [:]).map { "\($0.key.key.string): \($0.value)" }
        #expect(frozen.sorted() == fromSchema.sorted())
    }

    @Test("No rule is frozen for a kind without a schema")
    func kinds() {
        for kind in FormatRules.rules.keys { #expect(Schema.of(DocumentKind(rawValue: kind)) != nil, "\(kind)") }
    }
}
