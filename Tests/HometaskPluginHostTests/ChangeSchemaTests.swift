// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol
import TestSupport
import Testing

@testable import HometaskPluginHost

@Suite("A change proposed by a plugin")
struct ChangeSchemaTests {
    /// Values of all types, valid and invalid, for any member.
    private static let values: [JSON] = [
        .null, true, 0, 1, -1, .number(JSONNumber(3.5) ?? JSONNumber(3)), "", "task", "Task", "a-kind", "0-kind",
        "two\nlines", [], ["x"], [1], ["a": 1], [:],
        "0468b537-7001-49dd-a630-2c417822d0b8", "0468B537-7001-49DD-A630-2C417822D0B8", ["tags": ["x"]],
        ["tags": "x"], ["extensions": ["p": ["f": ["x"]]]], ["extensions": ["p": ["f": "x"]]],
        ["extensions": ["p": 1]], ["extensions": []], ["kind": "task", "id": "0468b537-7001-49dd-a630-2c417822d0b8"],
        ["kind": "task"], ["kind": 1, "id": "0468b537-7001-49dd-a630-2c417822d0b8"],
        .string(String(repeating: "k", count: 40)), .string(String(repeating: "k", count: 41)),
        .string(String(repeating: "é", count: 1000)), .string(String(repeating: "é", count: 1001)),
    ]
    private static let names = [
        "create", "update", "delete", "restore", "id", "key", "fields", "add", "remove", "line", "item", "note", "x",
    ]
    /// Valid changes, from which random changes are derived.
    private static let right: [JSONObject] = [
        ["create": "task", "key": "k", "fields": ["title": "T"], "line": 3, "item": "x", "note": "y"],
        ["update": "task", "id": "0468b537-7001-49dd-a630-2c417822d0b8", "add": ["tags": ["x"]], "fields": [:]],
        ["delete": "task", "id": "0468b537-7001-49dd-a630-2c417822d0b8"],
        ["restore": ["kind": "task", "id": "0468b537-7001-49dd-a630-2c417822d0b8"]],
    ]

    @Test("The direct check of a hook's answer without a refusal agrees with the schema")
    func hookAnswers() throws {
        for part in ["hook-before-commit-result", "hook-after-change-result"] {
            let schema = try PluginSchemas.part(part)
            for name in Self.names + ["status"] {
                for value in Self.values {
                    let answer: JSONObject = [name: value]
                    #expect(schema.validate(answer).isEmpty == (ProtocolPart.fault(in: answer, held: part) == nil))
                }
            }
            #expect(ProtocolPart.fault(in: ["changes": 1], held: part) != nil)
        }
        #expect(ProtocolPart.fault(in: ["refuse": 1], held: "hook-before-commit-result") != nil)
    }

    @Test("A change is accepted if and only if the published schema accepts it")
    func schema() throws {
        let schema = try PluginSchemas.part("change")
        var random = SeededGenerator()
        var (taken, refused) = (0, 0)
        for round in 0..<4000 {
            var object = Self.right[round % Self.right.count]
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let name = Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
                let value = Self.values[Int.random(in: 0..<Self.values.count, using: &random)]
                object[name] = Bool.random(using: &random) ? value : nil
            }
            // The second of two forms may be invalid in itself, which the schema allows: skipped.
            if ["create", "update", "delete", "restore"].count(where: { object[$0] != nil }) > 1 { continue }
            let isValid = schema.validate(object).isEmpty
            let isTaken = (try? PluginChange(.object(object))) != nil
            #expect(isTaken == isValid, "\(JSON.object(object).compactText) (seed \(random.seed))")
            if isTaken { taken += 1 } else { refused += 1 }
        }
        #expect(taken > 200 && refused > 200, "\(taken) and \(refused)")
    }
}
