// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging

/// Who writes what follows from an occurrence of a series onto the next one.
///
/// Invariant: every value of a new one is an event of its own (of a set every element, of the checklist every item),
/// named by that value alone. Two devices whose occurrences differ in one field so make the same events of all others,
/// and what a person then writes over one of these takes the place of what both of them made.
package struct SeriesAuthors {
    let step: SeriesStep
    /// When the occurrence was done.
    let done: Timestamp
    /// The next one before anything is written, as it is stored.
    private let before: [UInt8]
    /// Whether the next one was not there before.
    package let isNew: Bool

    package init(step: SeriesStep, done: Timestamp, before: Document) {
        self.step = step
        self.done = done
        self.before = before.encoded()
        isNew = before.seen.isEmpty
    }

    /// Fields that are written by one author, since neither changes without the other.
    private static let pairs: [[FieldName]] = [["created", "previous"], ["due", "series"]]

    /// Who writes a field as a whole.
    package func author(of field: FieldName, in values: [FieldName: JSON]) -> Author {
        var content = JSONObject()
        if let pair = Self.pairs.first(where: { $0.contains(field) }) {
            for name in pair { content[name.key] = values[name] }
        } else {
            content[field.key] = values[field] ?? .null
        }
        return author(of: content, field)
    }

    /// Who puts an element into a set.
    package func author(of element: String, in field: FieldName) -> Author {
        author(of: content(field, [.string(element)]), field)
    }

    /// Who makes an item of the checklist, at an index.
    package func author(ofItem item: JSON, at index: Int) -> Author {
        author(of: content("items", [.number(JSONNumber(index)), item]), "items")
    }

    private func content(_ field: FieldName, _ value: JSON) -> JSONObject {
        var content = JSONObject()
        content[field.key] = value
        return content
    }

    private func author(of content: JSONObject, _ field: FieldName) -> Author {
        let author = Series.author(of: .object(content), onto: before, at: step.time(of: field, done: done))
        let isDate = field == "due" || field == "series"
        return isNew && !isDate ? author : author.weakly
    }
}
