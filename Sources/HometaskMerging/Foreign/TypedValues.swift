// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The typed values of a document's fields. `null` counts as no value.
struct TypedValues {
    let values: [FieldName: JSON]

    /// The value of a field; nil if there is none.
    subscript(field: FieldName) -> JSON? { values[field].flatMap { $0.isNull ? nil : $0 } }

    /// The fields, in byte order, whose value in a document differs from the one here. Fields that no document can hold
    /// are left out.
    func fields(differingFrom document: Document) -> [FieldName] {
        Set(values.keys).union(document.fields.keys).filter { field in
            let value = self[field]
            return value != document[field] && field.isValid
                && value?.isNested(within: JSONLimits.deepestValue) ?? true
        }.sorted()
    }

    /// Writes every field whose visible value differs from the one that a document shows.
    ///
    /// - Returns: the fields that changed, in byte order.
    func writeFields(
        into document: inout Document, rule: (FieldName) -> MergeRule, over extent: Extent, by author: Author
    ) -> [FieldName] {
        var changed: [FieldName] = []
        for field in fields(differingFrom: document) {
            let write = FieldWrite(field: field, rule: rule(field), extent: extent, author: author)
            if write.putValue(self[field], into: &document) { changed.append(field) }
        }
        return changed
    }
}
