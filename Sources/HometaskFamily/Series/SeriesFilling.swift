// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging

/// Writes the values that are derived from an occurrence of a series to its successor.
package struct SeriesFilling {
    private let step: SeriesStep
    /// When the occurrence was done.
    private let done: Timestamp
    private let rules: DocumentRules

    package init(_ step: SeriesStep, done: Timestamp, rules: DocumentRules) {
        (self.step, self.done, self.rules) = (step, done, rules)
    }

    /// Writes values by authors that are derived from them. A value that is derived again is too minor to restore what
    /// a person has deleted.
    package func fill(_ next: inout Document, with values: [FieldName: JSON]) {
        let authors = SeriesAuthors(step: step, done: done, before: next)
        let contested = Set(next.conflicts.map { $0.field })
        for name in filled(values, next) where next[name] != values[name] || contested.contains(name) {
            let author = authors.author(of: name, in: values)
            if next[name] != nil, step.isContested(name) {
                // The conflict is open: the successor has both values too, and shows the one that the occurrence shows.
                RegisterEdit(field: name, author: author).raise(values[name], in: &next)
            } else {
                writeValue(values[name], to: name, of: &next, authors: authors, or: author)
                // In a line or an item's member, the derived value is written if another value is shown. If it is
                // shown, the other values beside it were derived by other devices, and are dropped.
                next.forget(in: name) { $1 != $0.candidates[0] }
            }
        }
    }

    /// The fields, besides the demands, that make a document an occurrence of its series.
    private static let framework: Set<FieldName> = ["created", "due", "place", "previous", "repeat", "series"]

    /// A document in place of a next occurrence that was never derived, with the derived values of its demands and its
    /// recurrence in those fields that were not written. Lines and elements may be missing because they were removed.
    func supplemented(_ present: Document, with values: [FieldName: JSON], of empty: Document) -> Document {
        let missing = TaskField.demands.union(Self.framework).subtracting(present.fieldsWritten(since: empty))
        var derived = empty
        fill(&derived, with: values.filter { missing.contains($0.key) })
        return Document.join(present, derived)
    }

    private func writeValue(
        _ value: JSON?, to name: FieldName, of next: inout Document, authors: SeriesAuthors,
        or author: Author
    ) {
        let rule = name.extensionPath == nil ? rules.rule(of: name, in: next) : step.rule(ofExtension: name)
        let array = value?.arrayValue ?? []
        let elements = array.compactMap { $0.stringValue }
        if authors.isNew, rule == .set, value != nil, elements.count == array.count {
            for element in elements { next.insert(element, into: name, by: authors.author(of: element, in: name)) }
        } else if authors.isNew, name == "items", rule == .list {
            next.writeList(value, to: name, by: author) { authors.author(ofItem: array[$0], at: $0) }
        } else {
            next.writeValue(value, to: name, rule: rule, by: author)
        }
    }

    /// The fields of the successor that are among the values, or show a value that is not derived from them.
    private func filled(_ values: [FieldName: JSON], _ next: Document) -> [FieldName] {
        Set(values.keys).union(Series.fields + ["items", "order", "series"])
            .union(next.shownFields.filter { $0.extensionPath != nil }).sorted()
    }
}
