// SPDX-License-Identifier: Apache-2.0

import Schemas
import Synchronization

/// What a kind of document may hold and how its fields merge, read from a JSON Schema (2020-12).
///
/// Validation, merging and the documentation of fields come from the schema: the keyword `x-merge` names a field's rule,
/// and `x-weak` marks fields whose change does not bring a deleted document back.
public struct Schema: Sendable {
    /// One field, as its schema describes it.
    public struct Field: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// What it says, in a sentence.
        public let description: String
        /// How it merges.
        public let rule: MergeRule
        /// Whether its change is too slight to bring a deleted document back.
        public let isWeak: Bool
    }

    /// The kind's name for people: `Task`.
    public let title: String
    /// The fields, in byte order of their names.
    public let fields: [Field]
    /// The members that a document must have.
    public let required: [String]
    private let root: SchemaNode

    /// The schema of a kind this program knows; nil for any other. Read once, when first asked for.
    public static func of(_ kind: DocumentKind) -> Schema? {
        known.withLock { schemas in
            if let schema = schemas[kind] { return schema }
            guard let bytes = SchemaFiles.bytes(of: kind.rawValue), let schema = try? Schema(bytes) else { return nil }
            schemas[kind] = schema
            return schema
        }
    }

    private static let known = Mutex<[DocumentKind: Schema]>([:])

    /// A schema from its bytes.
    ///
    /// - Throws: `SchemaError` where it is not one, or holds a keyword that this validator does not know and that could
    ///   forbid something.
    public init(_ bytes: [UInt8]) throws(SchemaError) {
        let json: JSON
        do { json = try JSON.parse(bytes) } catch { throw SchemaError("\(error)") }
        guard let object = json.objectValue else { throw SchemaError("a schema is an object") }
        root = try SchemaNode(json, definitions: object["$defs"]?.objectValue ?? JSONObject(), depth: 0)
        title = object["title"]?.stringValue ?? ""
        required = object["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
        var fields: [Field] = []
        for (key, value) in object["properties"]?.objectValue?.members ?? JSONObject().members {
            guard let name = value["x-merge"]?.stringValue else { continue }
            guard let rule = MergeRule(rawValue: name) else { throw SchemaError("‘\(name)’ is no merge rule") }
            fields.append(
                Field(
                    name: key.string, description: value["description"]?.stringValue ?? "", rule: rule,
                    isWeak: value["x-weak"] == true))
        }
        self.fields = fields
    }

    /// How a field merges; nil where the schema does not know it.
    public func rule(for field: String) -> MergeRule? { fields.first { $0.name == field }?.rule }

    /// Whether a field's change is too slight to bring a deleted document back.
    public func isWeak(_ field: String) -> Bool { fields.first { $0.name == field }?.isWeak ?? false }

    /// What is wrong with a document; empty where it is valid.
    public func validate(_ document: JSONObject) -> [ValidationError] {
        var errors: [ValidationError] = []
        root.validate(.object(document), at: "", &errors)
        return errors
    }

    /// What is wrong with the value of one field; empty where it is valid, or where the schema does not know the field.
    public func validate(field: String, value: JSON) -> [ValidationError] {
        var errors: [ValidationError] = []
        root.properties[field]?.validate(value, at: "/\(field)", &errors)
        return errors
    }
}

/// Why a schema cannot be used.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// One thing that is wrong with a document.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where: a JSON pointer (RFC 6901).
    public let pointer: String
    /// What should be there.
    public let expected: String
    /// What is there, shortened and without control characters.
    public let found: String

    public var description: String {
        "\(pointer.isEmpty ? "the document" : pointer) should be \(expected), and is \(found)"
    }
}
