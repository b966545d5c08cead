// SPDX-License-Identifier: Apache-2.0

/// A JSON Schema (2020-12) in a form that can validate values.
final class SchemaNode: Sendable {
    private let keywords: SchemaKeywords
    /// The height of the tree of schemas below this one, including this one.
    let height: Int

    init(_ keywords: SchemaKeywords, height: Int) {
        self.keywords = keywords
        self.height = height
    }

    /// The schema of a member, if the keyword `properties` defines it.
    func property(_ name: ExactString) -> SchemaNode? { keywords.properties[name] }

    func validate(_ value: JSON, _ faults: inout SchemaFaults) {
        let before = faults.count
        keywords.reference?.validate(value, &faults)
        if let expected = mismatch(value) { faults.add(expected, found: value.excerpt()) }
        guard faults.count == before else { return }
        switch value {
        case .array(let elements):
            guard let items = keywords.items else { break }
            for (index, element) in elements.enumerated() {
                faults.within(String(index)) { items.validate(element, &$0) }
            }
        case .object(let object): validateMembers(object, &faults)
        default: break
        }
        validateCombinations(value, &faults)
    }

    /// The expected form of the value itself, without its contents; nil if the value has that form.
    private func mismatch(_ value: JSON) -> String? {
        let types = keywords.types
        if !types.isEmpty, !types.contains(where: { $0.matches(value) }) {
            return types.map { $0.words }.list(with: "or")
        }
        if let constant = keywords.constant, !constant.isSchemaEqual(to: value) { return constant.excerpt() }
        if let choices = keywords.choices, !choices.contains(where: { $0.isSchemaEqual(to: value) }) {
            return choices.map { $0.stringValue ?? $0.excerpt() }.list(with: "or")
        }
        switch value {
        case .string(let text): return keywords.strings.mismatch(text)
        case .number(let number): return keywords.numbers.mismatch(number)
        case .array(let elements): return mismatch(elements)
        default: return nil
        }
    }

    private func mismatch(_ elements: [JSON]) -> String? {
        if let greatest = keywords.maxItems, elements.count > greatest { return "a list of at most \(greatest)" }
        guard keywords.isUnique, Set(elements.map({ $0.withPlainNumbers })).count != elements.count else { return nil }
        return "a list without repeats"
    }

    private func validateMembers(_ object: JSONObject, _ faults: inout SchemaFaults) {
        for name in keywords.required where object[name] == nil {
            faults.add("an object with the member “\(name)”", found: "an object without it")
        }
        for (key, value) in object.members {
            guard let schema = keywords.properties[key] ?? keywords.additional else { continue }
            faults.within(Self.pointerStep(key.string)) { schema.validate(value, &$0) }
        }
    }

    /// A key in the form of a JSON pointer (RFC 6901, section 3).
    private static func pointerStep(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        var step = String.UnicodeScalarView()
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": step.append(contentsOf: "~0".unicodeScalars)
            case "/": step.append(contentsOf: "~1".unicodeScalars)
            default: step.append(scalar)
            }
        }
        return String(step)
    }

    private func validateCombinations(_ value: JSON, _ faults: inout SchemaFaults) {
        let alternatives = keywords.alternatives
        if !alternatives.isEmpty, alternatives.filter({ $0.accepts(value) }).count != 1 {
            faults.add("one of its \(alternatives.count) forms" + alternativeWords, found: value.excerpt())
        }
        if let negation = keywords.negation, negation.accepts(value) {
            faults.add(negation.keywords.strings.forbiddenWords, found: value.excerpt())
        }
    }

    private var alternativeWords: String {
        let names = keywords.alternatives.flatMap { $0.keywords.required }
        guard names.count == keywords.alternatives.count else { return "" }
        return ": with " + names.map { "“\($0)”" }.list(with: "or")
    }

    /// Whether a value is valid.
    func accepts(_ value: JSON) -> Bool {
        var faults = SchemaFaults(toldAt: nil)
        validate(value, &faults)
        return faults.count == 0
    }

    /// The errors in a value at a position.
    func errors(in value: JSON, at pointer: String) -> [ValidationError] {
        if accepts(value) { return [] }
        var faults = SchemaFaults(toldAt: pointer)
        validate(value, &faults)
        return faults.errors
    }
}

/// The keywords for numbers.
struct NumberRules: Sendable {
    var minimum: Double?
    var maximum: Double?

    func mismatch(_ number: JSONNumber) -> String? {
        let value = number.double
        let isWithin = (minimum.map { value >= $0 } ?? true) && (maximum.map { value <= $0 } ?? true)
        if isWithin { return nil }
        switch (minimum, maximum) {
        case (let low?, let high?): return "a number from \(Self.text(low)) to \(Self.text(high))"
        case (let low?, nil): return "a number of at least \(Self.text(low))"
        case (nil, let high?): return "a number of at most \(Self.text(high))"
        case (nil, nil): return "a number"
        }
    }

    private static func text(_ number: Double) -> String { JSONNumber(number)?.lexeme ?? "\(number)" }
}

/// The keywords of one schema that restrict values; only those that the documents' schemas use are supported.
struct SchemaKeywords: Sendable {
    var types: [SchemaType] = []
    var constant: JSON?
    var choices: [JSON]?
    var strings = StringRules()
    var numbers = NumberRules()
    var items: SchemaNode?
    var maxItems: Int?
    var isUnique = false
    var properties: [ExactString: SchemaNode] = [:]
    var additional: SchemaNode?
    var required: [ExactString] = []
    /// `oneOf`: exactly one of these must accept the value; empty if the keyword is absent.
    var alternatives: [SchemaNode] = []
    /// `not`: a schema that must not accept the value; nil if the keyword is absent.
    var negation: SchemaNode?
    /// `$ref`: a definition that must accept the value as well; nil if the keyword is absent.
    var reference: SchemaNode?

    /// The schemas directly inside this one.
    var parts: [SchemaNode] {
        [items, additional, negation, reference].compactMap { $0 } + properties.values + alternatives
    }
}

/// The types of JSON Schema.
enum SchemaType: String {
    case null, boolean, integer, number, string, array, object

    /// Whether a value has the type; according to the standard, `1.0` is an integer.
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

/// A regular expression of a schema.
///
/// The expressions of the documents' own schemas have hand-written matchers, since even parsing an expression costs
/// more than matching.
struct StringPattern: Sendable {
    let source: String
    private let byHand: KnownPattern?
    private let linear: LinearPattern?

    init(_ source: String) throws(SchemaError) {
        self.source = source
        byHand = KnownPattern(rawValue: source)
        linear = byHand == nil ? try LinearPattern(source) : nil
    }

    /// Whether the pattern matches anywhere in the text, as the standard requires.
    func matches(_ text: String) -> Bool { byHand?.matches(text) ?? linear?.matches(text) ?? false }

    var words: String { byHand?.words ?? "a text that matches \(source.excerpt(limit: 60))" }

    /// Whether the pattern matches control characters.
    var isControlCharacters: Bool { byHand == .control || byHand == .controlButTab }

    /// Whether it has a hand-written matcher, so that no expression is parsed for it.
    var isMatchedByHand: Bool { byHand != nil }
}

/// The keywords for strings.
struct StringRules: Sendable {
    var minLength: Int?
    var maxLength: Int?
    var pattern: StringPattern?
    var format: StringFormat?

    /// Lengths are counted in code points, as the standard requires.
    func mismatch(_ text: String) -> String? {
        if let minLength, text.unicodeScalars.count < minLength {
            return minLength == 1 ? "a text that is not empty" : "a text of at least \(minLength) characters"
        }
        if let maxLength, text.utf8.count > maxLength, text.unicodeScalars.count > maxLength {
            return "at most \(maxLength) characters long"
        }
        if let format, !format.matches(text) { return format.words }
        if let pattern, !pattern.matches(text) { return pattern.words }
        return nil
    }

    /// The message if a text matches a pattern that it must not match.
    var forbiddenWords: String {
        guard let pattern else { return "something else" }
        return pattern.isControlCharacters
            ? "one line of text without control characters" : "a text without \(pattern.source.excerpt(limit: 60))"
    }
}
