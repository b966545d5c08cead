// SPDX-License-Identifier: Apache-2.0

/// One schema of JSON Schema 2020-12, ready to be held against values.
final class SchemaNode: Sendable {
    private let keywords: SchemaKeywords
    /// How many schemas stand inside each other here, this one counted.
    let height: Int

    init(_ keywords: SchemaKeywords, height: Int) {
        self.keywords = keywords
        self.height = height
    }

    /// The schema of a member, where the keyword `properties` names it.
    func property(_ name: ExactString) -> SchemaNode? { keywords.properties[name] }

    func validate(_ value: JSON, at pointer: String, _ faults: inout SchemaFaults) {
        let before = faults.count
        keywords.reference?.validate(value, at: pointer, &faults)
        if let expected = mismatch(value) {
            faults.add(at: pointer, expected: expected, found: value.excerpt())
        }
        guard faults.count == before else { return }
        switch value {
        case .array(let elements):
            guard let items = keywords.items else { break }
            for (index, element) in elements.enumerated() {
                items.validate(element, at: "\(pointer)/\(index)", &faults)
            }
        case .object(let object): validateMembers(object, at: pointer, &faults)
        default: break
        }
        validateCombinations(value, at: pointer, &faults)
    }

    /// What the value itself, without what is inside it, should have been; nil where it is right.
    private func mismatch(_ value: JSON) -> String? {
        let types = keywords.types
        if !types.isEmpty, !types.contains(where: { $0.matches(value) }) {
            return types.map(\.words).joined(separator: " or ")
        }
        if let constant = keywords.constant, !constant.isSchemaEqual(to: value) { return constant.excerpt() }
        if let choices = keywords.choices, !choices.contains(where: { $0.isSchemaEqual(to: value) }) {
            return choices.map { $0.stringValue ?? $0.excerpt() }.joined(separator: ", ")
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
        guard keywords.isUnique, Set(elements.map(\.withPlainNumbers)).count != elements.count else { return nil }
        return "a list without repeats"
    }

    private func validateMembers(_ object: JSONObject, at pointer: String, _ faults: inout SchemaFaults) {
        for name in keywords.required where object[name] == nil {
            faults.add(
                at: pointer, expected: "an object with the member “\(name)”", found: "an object without it")
        }
        for (key, value) in object.members {
            guard let schema = keywords.properties[key] ?? keywords.additional else { continue }
            schema.validate(value, at: "\(pointer)/\(Self.pointerStep(key.string))", &faults)
        }
    }

    /// A key as a JSON pointer writes it (RFC 6901, section 3).
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

    private func validateCombinations(_ value: JSON, at pointer: String, _ faults: inout SchemaFaults) {
        let alternatives = keywords.alternatives
        if !alternatives.isEmpty, alternatives.filter({ $0.accepts(value) }).count != 1 {
            faults.add(
                at: pointer, expected: "one of its \(alternatives.count) forms" + alternativeWords,
                found: value.excerpt())
        }
        if let negation = keywords.negation, negation.accepts(value) {
            faults.add(
                at: pointer, expected: negation.keywords.strings.forbiddenWords, found: value.excerpt())
        }
    }

    private var alternativeWords: String {
        let names = keywords.alternatives.flatMap(\.keywords.required)
        guard names.count == keywords.alternatives.count else { return "" }
        return ": with " + names.map { "“\($0)”" }.joined(separator: " or ")
    }

    private func accepts(_ value: JSON) -> Bool {
        var faults = SchemaFaults(areTold: false)
        validate(value, at: "", &faults)
        return faults.count == 0
    }
}
