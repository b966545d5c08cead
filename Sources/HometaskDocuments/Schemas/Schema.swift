// SPDX-License-Identifier: Apache-2.0

/// The allowed contents of a kind of document and the merge rules of its fields, read from a JSON Schema (2020-12).
///
/// The schema is used for validation, merging and the documentation of fields: the keyword `x-merge` names a field's
/// merge rule, and `x-weak` marks fields whose change does not restore a deleted document.
public struct Schema: Sendable {
    /// One field, as its schema describes it.
    public struct Field: Hashable, Sendable {
        /// The field's key in the schema's `properties`.
        public let name: String
        /// The field's description, in one sentence.
        public let description: String
        /// How concurrent writes of the field merge: the keyword `x-merge`.
        public let rule: MergeRule
        /// Whether a change of the field is too minor to restore a deleted document.
        public let isWeak: Bool
        /// The allowed values, if the schema restricts the field to an `enum` of strings; otherwise empty.
        public let words: [String]
        /// Whether the field's `type` is `integer`.
        public let isWhole: Bool

        /// The only allowed value, if the schema restricts the field to an `enum` of one string; otherwise nil.
        public var onlyValue: String? { words.count == 1 ? words[0] : nil }
    }

    /// The kind's display name: `Task`.
    public let title: String
    /// The fields, in byte order of their names.
    public let fields: [Field]
    /// The names of the required members.
    public let required: [String]
    private let root: SchemaNode

    /// Reads a schema from its bytes.
    ///
    /// - Throws: `SchemaError` if it is not a schema, or contains a keyword that this validator does not know and that
    ///   could reject values.
    public init(_ bytes: [UInt8]) throws(SchemaError) {
        let json: JSON
        do { json = try JSON.parse(bytes) } catch { throw SchemaError("\(error)") }
        guard let object = json.objectValue else { throw SchemaError("a schema is an object") }
        let loader = SchemaLoader(definitions: object["$defs"]?.objectValue ?? JSONObject())
        root = try loader.schema(json, depth: 0)
        title = object["title"]?.stringValue ?? ""
        required = object["required"]?.arrayValue?.compactMap { $0.stringValue } ?? []
        fields = try Self.fields(object["properties"]?.objectValue ?? JSONObject())
    }

    private static func fields(_ properties: JSONObject) throws(SchemaError) -> [Field] {
        var fields: [Field] = []
        for (key, value) in properties.members {
            guard let name = value["x-merge"] else { continue }
            guard let rule = name.stringValue.flatMap({ MergeRule(rawValue: $0) }) else {
                throw SchemaError("\(name.excerpt()) is no merge rule")
            }
            let values = value["enum"]?.arrayValue ?? []
            let words = values.compactMap { $0.stringValue }
            fields.append(
                Field(
                    name: key.string, description: value["description"]?.stringValue ?? "", rule: rule,
                    isWeak: value["x-weak"] == true,
                    words: words.count == values.count ? words : [], isWhole: value["type"] == "integer"))
        }
        return fields
    }

    /// A field's merge rule; nil if the schema does not define the field.
    public func rule(for field: String) -> MergeRule? { self.field(field)?.rule }

    /// Whether a field's change is too minor to restore a deleted document.
    public func isWeak(_ field: String) -> Bool { self.field(field)?.isWeak ?? false }

    private func field(_ name: String) -> Field? { fields.first { ExactString($0.name) == ExactString(name) } }

    /// The errors in a document; empty if it is valid.
    public func validate(_ document: JSONObject) -> [ValidationError] { root.errors(in: .object(document), at: "") }

    /// The errors in the value of one field; empty if it is valid, or if the schema does not define the field.
    public func validate(field: String, value: JSON) -> [ValidationError] {
        root.property(ExactString(field))?.errors(in: value, at: "/\(field)") ?? []
    }
}

extension Schema {
    /// Creates the schema of the fields that a plugin adds to a kind of document.
    ///
    /// - Parameter fields: their schemas by name, in the form of `offers.fields`.
    public init(extending fields: JSONObject) throws(SchemaError) {
        let object: JSONObject = ["type": "object", "properties": .object(fields)]
        try self.init(object.compactBytes())
    }
}

/// How concurrent writes of one field become one value; given by the keyword `x-merge` in a schema.
public enum MergeRule: String, Hashable, Sendable, CaseIterable {
    /// A multi-value register: the greatest write is shown, the others are in `conflicts`.
    case register
    /// A register whose concurrent values do not conflict: the latest is shown.
    case latest
    /// A set of strings in which an addition wins over a concurrent removal.
    case set
    /// Items with fields, in an order that survives moves.
    case list
    /// Lines of text that merge one by one: only edits of the same line can conflict.
    case text
}

/// Why a schema cannot be used.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem with the schema.
    public let description: String

    /// Creates an error from a description of the problem.
    public init(_ description: String) {
        self.description = description
    }
}

/// A validation error in a document.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position: a JSON pointer (RFC 6901), which may contain any character that a key may contain.
    public let pointer: String
    /// The expected content, phrased to follow “should be”.
    public let expected: String
    /// The actual content, shortened and without control characters.
    public let found: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - pointer: the position, as a JSON pointer.
    ///   - expected: the expected content.
    ///   - found: the actual content, short and without control characters.
    public init(pointer: String, expected: String, found: String) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
    }

    /// The error in one sentence, safe on a terminal.
    public var description: String {
        "\(pointer.isEmpty ? "the document" : pointer.excerpt(limit: 100)) should be \(expected), but is \(found)"
    }
}
