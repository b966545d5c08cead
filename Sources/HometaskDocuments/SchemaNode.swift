// SPDX-License-Identifier: Apache-2.0

/// One schema of JSON Schema 2020-12, with the keywords that the documents' schemas use.
///
/// A keyword that could forbid something and is not known here makes the schema unusable, rather than laxer than it
/// says.
final class SchemaNode: Sendable {
    private let types: [SchemaType]
    private let constant: JSON?
    private let choices: [JSON]?
    private let strings: StringRules
    private let numbers: NumberRules
    private let items: SchemaNode?
    private let maxItems: Int?
    private let isUnique: Bool
    let properties: [String: SchemaNode]
    private let additional: SchemaNode?
    private let required: [String]
    private let alternatives: [SchemaNode]
    private let negation: SchemaNode?
    private let reference: SchemaNode?

    private static let annotations: Set<String> = [
        "$schema", "$id", "$defs", "$comment", "title", "description", "examples", "default", "x-merge", "x-weak",
    ]

    init(_ json: JSON, definitions: JSONObject, depth: Int) throws(SchemaError) {
        guard depth < 32 else { throw SchemaError("it nests too deeply, or refers to itself") }
        guard let object = json.objectValue else { throw SchemaError("a schema is an object") }
        var reader = KeywordReader(object, definitions, depth)
        types = try reader.types()
        constant = reader.value("const")
        choices = reader.value("enum")?.arrayValue
        strings = try StringRules(&reader)
        numbers = NumberRules(&reader)
        items = try reader.schema("items")
        maxItems = reader.value("maxItems")?.intValue
        isUnique = reader.value("uniqueItems") == true
        properties = try reader.schemas("properties")
        additional = try reader.schema("additionalProperties")
        required = reader.value("required")?.arrayValue?.compactMap(\.stringValue) ?? []
        alternatives = try reader.list("oneOf")
        negation = try reader.schema("not")
        reference = try reader.reference()
        if let unknown = reader.unread.subtracting(Self.annotations).min() {
            throw SchemaError("the keyword ‘\(unknown)’ is not supported")
        }
    }

    func validate(_ value: JSON, at pointer: String, _ errors: inout [ValidationError]) {
        let before = errors.count
        reference?.validate(value, at: pointer, &errors)
        if let expected = mismatch(value) {
            errors.append(ValidationError(pointer: pointer, expected: expected, found: value.excerpt()))
        }
        guard errors.count == before else { return }
        switch value {
        case .array(let elements):
            guard let items else { break }
            for (index, element) in elements.enumerated() { items.validate(element, at: "\(pointer)/\(index)", &errors) }
        case .object(let object): validateMembers(object, at: pointer, &errors)
        default: break
        }
        validateCombinations(value, at: pointer, &errors)
    }

    /// What the value itself, without what is inside it, should have been; nil where it is right.
    private func mismatch(_ value: JSON) -> String? {
        if !types.isEmpty, !types.contains(where: { $0.matches(value) }) {
            return types.map(\.words).joined(separator: " or ")
        }
        if let constant, constant != value { return constant.excerpt() }
        if let choices, !choices.contains(value) { return Self.list(choices) }
        switch value {
        case .string(let text): return strings.mismatch(text)
        case .number(let number): return numbers.mismatch(number)
        case .array(let elements):
            if let maxItems, elements.count > maxItems { return "a list of at most \(maxItems)" }
            return isUnique && Set(elements).count != elements.count ? "a list without repeats" : nil
        default: return nil
        }
    }

    private func validateMembers(_ object: JSONObject, at pointer: String, _ errors: inout [ValidationError]) {
        for name in required where object[name] == nil {
            errors.append(
                ValidationError(
                    pointer: pointer, expected: "an object with the member “\(name)”",
                    found: "an object without it"))
        }
        for (key, value) in object.members {
            (properties[key.string] ?? additional)?.validate(value, at: "\(pointer)/\(key)", &errors)
        }
    }

    private func validateCombinations(_ value: JSON, at pointer: String, _ errors: inout [ValidationError]) {
        if !alternatives.isEmpty, alternatives.filter({ $0.accepts(value) }).count != 1 {
            let expected = "one of its \(alternatives.count) forms" + alternativeWords
            errors.append(ValidationError(pointer: pointer, expected: expected, found: value.excerpt()))
        }
        if let negation, negation.accepts(value) {
            errors.append(
                ValidationError(pointer: pointer, expected: negation.strings.forbiddenWords, found: value.excerpt()))
        }
    }

    private var alternativeWords: String {
        let names = alternatives.flatMap(\.required)
        return names.count == alternatives.count ? ": with " + names.map { "“\($0)”" }.joined(separator: " or ") : ""
    }

    private func accepts(_ value: JSON) -> Bool {
        var errors: [ValidationError] = []
        validate(value, at: "", &errors)
        return errors.isEmpty
    }

    private static func list(_ choices: [JSON]) -> String {
        choices.map { $0.stringValue ?? $0.excerpt() }.joined(separator: ", ")
    }
}

/// The types of JSON Schema.
enum SchemaType: String {
    case null, boolean, integer, number, string, array, object

    func matches(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.null, .null), (.boolean, .bool), (.number, .number), (.string, .string), (.array, .array),
            (.object, .object):
            true
        case (.integer, .number(let number)): number.double.rounded() == number.double
        default: false
        }
    }

    var words: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// The members of a schema, each read at most once.
struct KeywordReader {
    private let object: JSONObject
    private let definitions: JSONObject
    private let depth: Int
    private(set) var unread: Set<String>

    init(_ object: JSONObject, _ definitions: JSONObject, _ depth: Int) {
        self.object = object
        self.definitions = definitions
        self.depth = depth
        unread = Set(object.keys.map(\.string))
    }

    mutating func value(_ keyword: String) -> JSON? {
        unread.remove(keyword)
        return object[keyword]
    }

    mutating func types() throws(SchemaError) -> [SchemaType] {
        guard let value = value("type") else { return [] }
        let names = value.stringValue.map { [$0] } ?? value.arrayValue?.compactMap(\.stringValue) ?? []
        let types = names.compactMap { SchemaType(rawValue: $0) }
        guard types.count == names.count, !types.isEmpty else { throw SchemaError("‘type’ names no type") }
        return types
    }

    mutating func schema(_ keyword: String) throws(SchemaError) -> SchemaNode? {
        guard let value = value(keyword), value != true else { return nil }
        return try SchemaNode(value, definitions: definitions, depth: depth + 1)
    }

    mutating func schemas(_ keyword: String) throws(SchemaError) -> [String: SchemaNode] {
        var schemas: [String: SchemaNode] = [:]
        for (key, value) in value(keyword)?.objectValue?.members ?? JSONObject().members {
            schemas[key.string] = try SchemaNode(value, definitions: definitions, depth: depth + 1)
        }
        return schemas
    }

    mutating func list(_ keyword: String) throws(SchemaError) -> [SchemaNode] {
        var schemas: [SchemaNode] = []
        for value in value(keyword)?.arrayValue ?? [] {
            schemas.append(try SchemaNode(value, definitions: definitions, depth: depth + 1))
        }
        return schemas
    }

    mutating func reference() throws(SchemaError) -> SchemaNode? {
        guard let target = value("$ref")?.stringValue else { return nil }
        let prefix = "#/$defs/"
        guard target.hasPrefix(prefix), let definition = definitions[String(target.dropFirst(prefix.count))] else {
            throw SchemaError("the reference ‘\(target)’ leads nowhere")
        }
        return try SchemaNode(definition, definitions: definitions, depth: depth + 1)
    }
}
