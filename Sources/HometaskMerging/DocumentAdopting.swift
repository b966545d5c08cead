// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Takes in what a person or another tool typed: every field whose visible value differs from the one shown here
    /// becomes a write of the author; `~merge` and `conflicts` of the typed document are not asked.
    ///
    /// - Parameters:
    ///   - typed: the members of the document as they were typed.
    ///   - rule: the merge rule of a field.
    ///   - author: who typed.
    /// - Returns: the fields that changed, in byte order.
    @discardableResult
    public mutating func adopt(
        _ typed: JSONObject, rule: (FieldName) -> MergeRule, by author: Author
    ) -> [FieldName] {
        let values = Self.fields(of: typed)
        var changed: [FieldName] = []
        for field in Set(values.keys).union(fields.keys).sorted() {
            let value = values[field].flatMap { $0.isNull ? nil : $0 }
            guard value != self[field] else { continue }
            if write(value, to: field, rule: rule(field), by: author) { changed.append(field) }
        }
        return changed
    }
}
