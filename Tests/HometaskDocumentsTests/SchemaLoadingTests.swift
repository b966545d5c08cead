// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HometaskDocuments

@Suite("Loading schemas")
struct SchemaLoadingTests {
    private static let refusalCases: [(text: String, message: String)] = [
        (#"{"dependentRequired": {}}"#, "dependentRequired: this keyword is not supported"),
        (#"{"properties": {"a": {"multipleOf": 2}}}"#, "properties: a: multipleOf: this keyword is not supported"),
        (#"{"format": "email"}"#, "the format ‘email’ is not supported"),
        (#"{"format": 1}"#, "it should be a text"),
        (#"{"pattern": "["}"#, "‘[’ is not a regular expression that can be used here: a ‘[’ is not closed"),
        (#"{"pattern": null}"#, "it should be a text"),
        (#"{"type": "text"}"#, "it should be the name of a type"),
        (#"{"type": []}"#, "it should be at least one type"),
        (#"{"type": [1]}"#, "it should be a list of names"),
        (#"{"minLength": "3"}"#, "it should be a whole number from 0"),
        (#"{"maxItems": -1}"#, "it should be a whole number from 0"),
        (#"{"maximum": "9"}"#, "it should be a number"),
        (#"{"uniqueItems": "yes"}"#, "it should be true or false"),
        (#"{"required": "id"}"#, "it should be a list of names"),
        (#"{"required": [1]}"#, "it should be a list of names"),
        (#"{"enum": "a"}"#, "it should be a list"),
        (#"{"oneOf": []}"#, "it should be a list that is not empty"),
        (#"{"oneOf": {}}"#, "it should be a list of schemas"),
        (#"{"properties": []}"#, "it should be an object"),
        (#"{"items": false}"#, "false stands where a schema should, which is an object here"),
        (#"{"not": true}"#, "true stands where a schema should, which is an object here"),
        (#"{"items": {"$defs": {}}}"#, "items: $defs: definitions stand at the root alone"),
        (##"{"$ref": "#/$defs/a"}"##, "the reference ‘#/$defs/a’ leads nowhere"),
        (#"{"$ref": "other.json"}"#, "the reference ‘other.json’ leads nowhere"),
        (##"{"$ref": "#"}"##, "the reference ‘#’ leads nowhere"),
        (
            ##"{"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}"##,
            "$ref: items: $ref: ‘#/$defs/a’ refers to itself"
        ),
        (
            ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
            "$ref: $ref: $ref: ‘#/$defs/a’ refers to itself"
        ),
        (#"{"properties": {"a": {"x-merge": "union"}}}"#, #""union" is no merge rule"#),
        (#"{"properties": {"a": {"x-merge": 1}}}"#, "1 is no merge rule"),
        ("[]", "a schema is an object"),
        ("{", #"line 1, column 2: expected a key in quotation marks, found the end of the text"#),
    ]

    @Test(
        "A schema that would validate more laxly than written is refused",
        arguments: refusalCases)
    func refusals(text: String, message: String) {
        let error = #expect(throws: SchemaError.self) { try Schema(Array(text.utf8)) }
        #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "")")
    }

    @Test("Schemas nest to 32 levels, inline or by reference")
    func depth() {
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"items":"#, count: levels) + "{}" + String(repeating: "}", count: levels)
        }
        func chained(_ length: Int) -> String {
            let links = (0..<length).map { "\"d\($0)\":{\"$ref\":\"#/$defs/d\($0 + 1)\"}" }.joined(separator: ",")
            return "{\"$ref\":\"#/$defs/d0\",\"$defs\":{\(links),\"d\(length)\":{}}}"
        }
        #expect(throws: Never.self) { try Schema(Array(nested(31).utf8)) }
        #expect(throws: SchemaError.self) { try Schema(Array(nested(32).utf8)) }
        #expect(throws: Never.self) { try Schema(Array(chained(30).utf8)) }
        #expect(throws: SchemaError.self) { try Schema(Array(chained(31).utf8)) }
        #expect(throws: SchemaError.self) { try Schema(Array(chained(5_000).utf8)) }
    }

    @Test("A definition is read once, regardless of its references: 8 to the power of 14, here")
    func sharing() {
        let definitions = (0..<14).map { number in
            let members = "abcdefgh".map { "\"\($0)\":{\"$ref\":\"#/$defs/d\(number + 1)\"}" }
            return "\"d\(number)\":{\"properties\":{\(members.joined(separator: ","))}}"
        }
        let text = "{\"$ref\":\"#/$defs/d0\",\"$defs\":{\(definitions.joined(separator: ",")),\"d14\":{}}}"
        #expect(throws: Never.self) { try Schema(Array(text.utf8)) }
    }

    private static let keywordCases: [(schema: String, value: String, isValid: Bool)] = [
        (#"{"const": 1}"#, "1.0", true), (#"{"const": 1}"#, "true", false),
        (#"{"const": "é"}"#, "\"e\u{301}\"", false),
        (#"{"enum": [1, "a"]}"#, "1e0", true), (#"{"enum": [10]}"#, "1E1", true), (#"{"enum": []}"#, "1", false),
        (#"{"uniqueItems": true}"#, "[1, 1.0]", false), (#"{"uniqueItems": true}"#, "[1, true]", true),
        (#"{"uniqueItems": true}"#, #"[{"a": 1}, {"a": 1.0}]"#, false),
        (#"{"uniqueItems": true}"#, "[\"é\", \"e\u{301}\"]", true),
        (#"{"type": "integer"}"#, "1.0", true), (#"{"type": "integer"}"#, "1e400", true),
        (#"{"type": "integer"}"#, "1.5", false), (#"{"minimum": 0}"#, "-0.0", true),
        (#"{"minimum": 0}"#, "\"-1\"", true),
        (#"{"maxLength": 1}"#, "\"😂\"", true), (#"{"maxLength": 1}"#, "\"e\u{301}\"", false),
        (#"{"minLength": 2}"#, "\"👨‍👩‍👧\"", true),
        (#"{"format": "uuid"}"#, "\"5F0C0B6E-7a54-4f37-9c1d-0e8f6b2a1c3d\"", true),
        (#"{"format": "uuid"}"#, "\"5f0c0b6e7a544f379c1d0e8f6b2a1c3d\"", false),
        (#"{"format": "uuid"}"#, "7", true),
        (#"{"format": "date"}"#, "\"2028-02-29\"", true), (#"{"format": "date"}"#, "\"2026-02-29\"", false),
        (#"{"format": "date"}"#, "\"2026-02-28T00:00:00Z\"", false),
        (#"{"format": "date-time"}"#, "\"2026-11-27t18:00:00.25+01:00\"", true),
        (#"{"format": "date-time"}"#, "\"2026-11-27T18:00:00z\"", true),
        (#"{"format": "date-time"}"#, "\"2026-11-27T18:00:00\"", false),
        (#"{"format": "date-time"}"#, "\"2026-11-27T18:00:00.Z\"", false),
        (#"{"format": "date-time"}"#, "\"2026-11-27T18:00:00+24:00\"", false),
        (#"{"format": "date-time"}"#, "\"2026-11-27T18:00:00+01\"", false),
        (#"{"properties": {"K": {"type": "null"}}}"#, "{\"\u{212A}\": 1}", true),
        (#"{"additionalProperties": {"type": "null"}, "properties": {"a": {}}}"#, #"{"a": 1, "b": null}"#, true),
        (#"{"additionalProperties": {"type": "null"}, "properties": {"a": {}}}"#, #"{"a": 1, "b": 1}"#, false),
        (#"{"not": {"type": "null"}}"#, "null", false),
        (#"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, "1", true),
        (#"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, "3", false),
    ]

    @Test(
        "Keywords validate values according to the standard",
        arguments: keywordCases)
    func keywords(schema: String, value: String, isValid: Bool) throws {
        let schema = try Schema(Array("{\"properties\":{\"v\":\(schema)}}".utf8))
        let faults = schema.validate(["v": try JSON.parse(value)])
        #expect(faults.isEmpty == isValid, "\(faults)")
        #expect(schema.validate(field: "v", value: try JSON.parse(value)) == faults)
    }

    @Test("A fault's pointer follows RFC 6901, and its description is safe on a terminal")
    func pointers() throws {
        let schema = try Schema(Array(#"{"additionalProperties": {"items": {"type": "null"}}}"#.utf8))
        let fault = try #require(schema.validate(["a/b~c\u{1B}": [.null, 7]]).first)
        #expect(fault.pointer == "/a~1b~0c\u{1B}/1")
        #expect(fault.description == "/a~1b~0c\\u{1b}/1 should be null, but is 7")
    }

    @Test("Fields have a merge rule, and only exact names are fields")
    func fields() throws {
        let schema = try #require(Schema.of(.task))
        #expect(schema.rule(for: "tags") == .set)
        #expect(schema.rule(for: "id") == nil)
        #expect(schema.isWeak("order"))
        #expect(!schema.isWeak("title"))
        #expect(Schema.of(DocumentKind(rawValue: "spaceship")) == nil)
        let kelvin = try Schema(Array(#"{"properties": {"K": {"x-merge": "set"}}}"#.utf8))
        #expect(kelvin.rule(for: "K") == .set)
        #expect(kelvin.rule(for: "\u{212A}") == nil)
    }

    @Test("Fields list their allowed words, and report whether they are whole numbers")
    func types() throws {
        let fields = try #require(Schema.of(.task)).fields
        let priority = try #require(fields.first { $0.name == "priority" })
        #expect(priority.words == ["high", "medium", "low"] && priority.onlyValue == nil)
        let proof = try #require(fields.first { $0.name == "proof" })
        #expect(proof.words == ["photo"] && proof.onlyValue == "photo")
        let title = try #require(fields.first { $0.name == "title" })
        #expect(title.words.isEmpty && title.onlyValue == nil && !title.isWhole)
        let points = try #require(fields.first { $0.name == "points" })
        #expect(points.words.isEmpty && points.isWhole)
    }
}
