// SPDX-License-Identifier: Apache-2.0
import HometaskDocuments
import Testing

@testable import HometaskMerging

@Suite("The frozen rules of the format")
struct FormatRulesTests {
    @Test(
        "They are what the schemas say, for every field of every kind",
        arguments: ["family", "member", "task", "category", "pin", "note", "photo", "view", "device"])
    func agreeWithSchemas(kind: String) throws {
        let schema = try #require(Schema.of(DocumentKind(rawValue: kind)))
        let fromSchema = schema.fields.filter { $0.rule != .register }.map { "\($0.name): \($0.rule)" }
        let newer = Self.newer[kind] ?? []
        let frozen = (FormatRules.rules[kind] ?? [:]).map { "\($0.key.key.string): \($0.value)" }
        #expect((frozen + newer).sorted() == fromSchema.sorted())
    }

    /// Fields that came when the rules were frozen already: where a tool without stamps changes one, every version takes it
    /// for a register, whatever its schemas say.
    private static let newer = ["task": ["series: list"]]

    @Test("No rule is frozen for a kind without a schema")
    func kinds() {
        for kind in FormatRules.rules.keys { #expect(Schema.of(DocumentKind(rawValue: kind)) != nil, "\(kind)") }
    }
}
