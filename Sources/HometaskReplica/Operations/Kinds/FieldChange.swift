// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// Changes to the declared fields of a document: the texts of its `TextField`s, and the fields of plugins.
public struct FieldChange: Hashable, Sendable {
    /// The new values by field; null clears a field.
    public var values: [FieldName: JSON]
    /// The elements to add to and remove from fields that are lists of strings; a new value, if given, is set first.
    public var elements: [FieldName: TaskChange.ElementChange] = [:]

    /// Creates a change of some values; null clears a field.
    public init(_ values: [FieldName: JSON] = [:]) {
        self.values = values
    }

    /// Whether the change is empty.
    public var isEmpty: Bool { values.isEmpty && elements.isEmpty }

    /// Adds the changes to other fields.
    public mutating func merge(_ other: FieldChange) {
        values.merge(other.values) { $1 }
        elements.merge(other.elements) { $1 }
    }
}

extension FieldChange {
    /// Returns the values of a document's fields after the change; nil clears a field.
    func values(at path: DocumentPath, in transaction: Transaction) throws -> [FieldName: JSON?] {
        var values = self.values.mapValues { $0.isNull ? nil : $0 as JSON? }
        try TaskChange.ElementChange.apply(elements, to: &values, at: path, in: transaction)
        return values
    }
}
