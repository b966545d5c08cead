// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A change of the fields that plugins add to a document.
public struct ExtensionChange: Hashable, Sendable {
    /// The new values by field; null clears one.
    public var values: [FieldName: JSON] = [:]
    /// The elements to add to and remove from fields that are lists of texts; a new value, if given, is set first.
    public var elements: [FieldName: TaskChange.ElementChange] = [:]

    /// Creates an empty change.
    public init() {}

    /// Whether it changes nothing.
    public var isEmpty: Bool { values.isEmpty && elements.isEmpty }
}

extension ExtensionChange {
    /// The values of a document's fields after the change; nil clears one.
    func values(at path: DocumentPath, in transaction: Transaction) throws -> [FieldName: JSON?] {
        var values = self.values.mapValues { $0.isNull ? nil : $0 as JSON? }
        try TaskChange.ElementChange.apply(elements, to: &values, at: path, in: transaction)
        return values
    }
}
