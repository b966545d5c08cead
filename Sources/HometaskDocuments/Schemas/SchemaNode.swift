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
            return types.map { $0.words }.joined(separator: " or ")
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
        return ": with " + names.map { "“\($0)”" }.joined(separator: " or ")
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
