// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension TaskChange.ElementChange {
    /// Adds the new values of fields that are lists of strings.
    static func apply(
        _ changes: [FieldName: TaskChange.ElementChange], to values: inout [FieldName: JSON?], at path: DocumentPath,
        in transaction: Transaction
    ) throws {
        guard !changes.isEmpty, let document = try transaction.document(at: path) else { return }
        for (field, elements) in changes {
            let removed = Set(elements.removed.map { ExactString($0) })
            let given = values[field].flatMap { $0 }?.arrayValue
            var kept = (given ?? document[field]?.arrayValue ?? []).compactMap(\.stringValue).map { ExactString($0) }
            kept.removeAll { removed.contains($0) }
            for element in elements.added.map({ ExactString($0) }) where !kept.contains(element) {
                kept.append(element)
            }
            if transaction.rule(of: field, in: document) == .set { kept.sort() }
            values.updateValue(kept.isEmpty ? nil : .array(kept.map { .string($0.string) }), forKey: field)
        }
    }
}
