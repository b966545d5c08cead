// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import Schemas
import Testing

@testable import HometaskPluginHost

@Suite("Fields that refer to other documents")
struct ReferenceFieldTests {
    @Test("Reference fields are those with ids in the schemas", arguments: SchemaFiles.kinds.filter { $0 != "device" })
    func schemas(_ kind: String) throws {
        let schema = try JSONObject.parse(#require(SchemaFiles.bytes(of: kind)))
        let fields = try #require(schema["properties"]?.objectValue)
        for (name, field) in fields.members where name.string != "id" {
            let refers = Self.refers(field, schema["$defs"])
            let isKnown = ReferenceField.of(DocumentKind(rawValue: kind), name.string) != nil
            // The values of a series have no schema of their own; a channel's device is never missing.
            if ["series", "channels"].contains(name.string) { continue }
            #expect(refers == isKnown, "\(name.string) of \(kind)")
        }
    }

    private static func refers(_ node: JSON, _ definitions: JSON?) -> Bool {
        if let target = node["$ref"]?.stringValue {
            if target == "#/$defs/id" { return true }
            return definitions?[String(target.dropFirst("#/$defs/".count))].map { refers($0, definitions) } ?? false
        }
        return node["items"].map { refers($0, definitions) } ?? false
            || (node["properties"]?.objectValue?.members.contains { refers($0.1, definitions) } ?? false)
    }

    @Test("A missing reference removes the smallest enclosing value that is meaningless without the reference")
    func rest() {
        func rest(_ field: ReferenceField, _ value: JSON) -> JSON? {
            var missed: Set<String> = []
            let rest = field.rest(of: value, without: ["a"], missed: &missed)
            #expect(missed == ["a"])
            return rest
        }
        #expect(rest(.id, "a") == nil)
        #expect(rest(.ids, ["a", "b"]) == ["b"])
        #expect(rest(.ids, ["a"]) == nil)
        #expect(rest(.bond, "a") == nil)
        #expect(rest(.bond, ["id": "a", "kind": "task"]) == nil)
        #expect(rest(.entries(["by"]), [["at": "b", "by": "a"], ["by": "b"]]) == [["at": "b"], ["by": "b"]])
        #expect(rest(.object("pin"), ["pin": "a", "within": 200]) == nil)
        #expect(rest(.members(["by", "photo"]), ["at": "a", "by": "a", "photo": "b"]) == ["at": "a", "photo": "b"])
        #expect(
            rest(
                .series,
                [["id": "category", "value": "a"], ["id": "title", "value": "a"], ["id": "after", "value": ["b"]]])
                == [["id": "category"], ["id": "title", "value": "a"], ["id": "after", "value": ["b"]]])
    }
}
