// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

/// What is to become different about the fields that plugins add to a document.
public struct ExtensionChange: Hashable, Sendable {
    /// The new values by field; null clears one.
    public var values: [FieldName: JSON] = [:]
    /// What fields that are lists of texts gain and lose, beginning with the new value, where one is given.
    public var elements: [FieldName: TaskChange.ElementChange] = [:]

    /// A change of nothing.
    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool { values.isEmpty && elements.isEmpty }
}

extension Transaction {
    /// The values of a document's fields after a change of what plugins added to it; nil clears one.
    func values(of change: ExtensionChange, at path: DocumentPath) throws -> [FieldName: JSON?] {
        var values = change.values.mapValues { $0.isNull ? nil : $0 as JSON? }
        try put(change.elements, into: &values, at: path)
        return values
    }

    /// Puts in what lists of texts gain and lose.
    func put(
        _ changes: [FieldName: TaskChange.ElementChange], into values: inout [FieldName: JSON?], at path: DocumentPath
    ) throws {
        guard !changes.isEmpty, let document = try document(at: path) else { return }
        for (field, elements) in changes {
            let removed = Set(elements.removed.map { ExactString($0) })
            let given = values[field].flatMap { $0 }?.arrayValue
            var kept = (given ?? document[field]?.arrayValue ?? []).compactMap(\.stringValue).map { ExactString($0) }
            kept.removeAll { removed.contains($0) }
            for element in elements.added.map({ ExactString($0) }) where !kept.contains(element) {
                kept.append(element)
            }
            if rule(of: field, in: document) == .set { kept.sort() }
            values.updateValue(kept.isEmpty ? nil : .array(kept.map { .string($0.string) }), forKey: field)
        }
    }
}

extension Dictionary where Key == ExtensionName, Value == JSON {
    /// The values by the fields of the document.
    var byField: [FieldName: JSON?] {
        var values: [FieldName: JSON?] = [:]
        for (name, value) in self { values[name.field] = value }
        return values
    }
}
