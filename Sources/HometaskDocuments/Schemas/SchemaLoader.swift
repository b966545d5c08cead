// SPDX-License-Identifier: Apache-2.0

/// Creates schemas from JSON.
///
/// If a keyword that could restrict values is not known here, or has a value that the standard does not allow, the
/// schema is rejected rather than applied too permissively. Each definition is read once, however often it is
/// referenced.
final class SchemaLoader {
    private static let greatestHeight = 32

    private let definitions: JSONObject
    private var loaded: [ExactString: SchemaNode] = [:]
    private var beingLoaded: Set<ExactString> = []

    init(definitions: JSONObject) {
        self.definitions = definitions
    }

    /// The schema in a value; `depth` is the number of schemas around it.
    func schema(_ json: JSON, depth: Int) throws(SchemaError) -> SchemaNode {
        guard depth < Self.greatestHeight else { throw SchemaError("it is nested too deeply") }
        guard case .object(let object) = json else {
            throw SchemaError("\(json.excerpt()) stands where a schema should, which is an object here")
        }
        var keywords = SchemaKeywords()
        for (key, value) in object.members {
            do throws(SchemaError) {
                try read(key.string, value, into: &keywords, depth: depth)
            } catch {
                throw SchemaError("\(key.string.excerpt(limit: 60)): \(error)")
            }
        }
        let height = 1 + (keywords.parts.map { $0.height }.max() ?? 0)
        guard depth + height <= Self.greatestHeight else { throw SchemaError("it is nested too deeply") }
        return SchemaNode(keywords, height: height)
    }

    private func read(
        _ keyword: String, _ value: JSON, into keywords: inout SchemaKeywords, depth: Int
    ) throws(SchemaError) {
        switch keyword {
        case "title", "description", "$comment", "$schema", "$id", "examples", "default", "x-merge", "x-weak": break
        case "$defs": guard depth == 0 else { throw SchemaError("definitions stand at the root alone") }
        case "type": keywords.types = try Self.types(value)
        case "const": keywords.constant = value
        case "enum": keywords.choices = try Self.expect(value.arrayValue, "a list")
        case "minLength": keywords.strings.minLength = try Self.count(value)
        case "maxLength": keywords.strings.maxLength = try Self.count(value)
        case "pattern": keywords.strings.pattern = try StringPattern(Self.text(value))
        case "format": keywords.strings.format = try Self.format(value)
        case "minimum": keywords.numbers.minimum = try Self.expect(value.doubleValue, "a number")
        case "maximum": keywords.numbers.maximum = try Self.expect(value.doubleValue, "a number")
        case "maxItems": keywords.maxItems = try Self.count(value)
        case "uniqueItems": keywords.isUnique = try Self.expect(value.boolValue, "true or false")
        case "required": keywords.required = try Self.names(value)
        case "items": keywords.items = try optionalSchema(value, depth: depth)
        case "additionalProperties": keywords.additional = try optionalSchema(value, depth: depth)
        case "not": keywords.negation = try schema(value, depth: depth + 1)
        case "oneOf": keywords.alternatives = try schemas(value, depth: depth)
        case "properties": keywords.properties = try properties(value, depth: depth)
        case "$ref": keywords.reference = try definition(Self.text(value), depth: depth)
        default: throw SchemaError("this keyword is not supported")
        }
    }

    /// A schema, or nil for `true`, which accepts everything.
    private func optionalSchema(_ value: JSON, depth: Int) throws(SchemaError) -> SchemaNode? {
        value == true ? nil : try schema(value, depth: depth + 1)
    }

    private func schemas(_ value: JSON, depth: Int) throws(SchemaError) -> [SchemaNode] {
        var schemas: [SchemaNode] = []
        for alternative in try Self.expect(value.arrayValue, "a list of schemas") {
            schemas.append(try schema(alternative, depth: depth + 1))
        }
        return try Self.expect(schemas.isEmpty ? nil : schemas, "a list that is not empty")
    }

    private func properties(_ value: JSON, depth: Int) throws(SchemaError) -> [ExactString: SchemaNode] {
        let members = try Self.expect(value.objectValue, "an object").members
        var properties: [ExactString: SchemaNode] = [:]
        for (name, value) in members {
            do throws(SchemaError) {
                properties[name] = try schema(value, depth: depth + 1)
            } catch {
                throw SchemaError("\(name.string.excerpt(limit: 60)): \(error)")
            }
        }
        return properties
    }

    private func definition(_ target: String, depth: Int) throws(SchemaError) -> SchemaNode {
        let prefix = "#/$defs/"
        let name = ExactString(String(decoding: target.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
        guard target.utf8.starts(with: prefix.utf8), let json = definitions[name] else {
            throw SchemaError("the reference ‘\(target.excerpt(limit: 60))’ leads nowhere")
        }
        if let node = loaded[name] {
            guard depth + 1 + node.height <= Self.greatestHeight else { throw SchemaError("it is nested too deeply") }
            return node
        }
        guard beingLoaded.insert(name).inserted else { throw SchemaError("‘\(target)’ refers to itself") }
        let node = try schema(json, depth: depth + 1)
        beingLoaded.remove(name)
        loaded[name] = node
        return node
    }
}

/// The values of keywords.
extension SchemaLoader {
    private static func expect<Value>(_ value: Value?, _ words: String) throws(SchemaError) -> Value {
        guard let value else { throw SchemaError("it should be \(words)") }
        return value
    }

    private static func text(_ value: JSON) throws(SchemaError) -> String { try expect(value.stringValue, "a text") }

    private static func count(_ value: JSON) throws(SchemaError) -> Int {
        try expect(value.intValue.flatMap { $0 >= 0 ? $0 : nil }, "a whole number from 0")
    }

    private static func names(_ value: JSON) throws(SchemaError) -> [ExactString] {
        let values = try expect(value.arrayValue, "a list of names")
        let names = values.compactMap { $0.stringValue.map { ExactString($0) } }
        return try expect(names.count == values.count ? names : nil, "a list of names")
    }

    private static func types(_ value: JSON) throws(SchemaError) -> [SchemaType] {
        var types: [SchemaType] = []
        let names = value.stringValue == nil ? try self.names(value) : [ExactString(try text(value))]
        for name in names {
            types.append(try expect(SchemaType(rawValue: name.string), "the name of a type"))
        }
        return try expect(types.isEmpty ? nil : types, "at least one type")
    }

    private static func format(_ value: JSON) throws(SchemaError) -> StringFormat {
        let name = try text(value)
        guard let format = StringFormat(rawValue: name) else {
            throw SchemaError("the format ‘\(name.excerpt(limit: 60))’ is not supported")
        }
        return format
    }
}
