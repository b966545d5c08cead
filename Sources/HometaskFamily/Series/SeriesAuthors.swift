// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging

/// The authors of the values that are derived from an occurrence of a series and written to its successor.
///
/// Invariant: every value of a new successor is a separate event (for a set, every element; for the checklist, every
/// item), and its author is named by that value alone. If the occurrences on two devices differ in one field, the
/// devices therefore make the same events for all other fields. When a person later overwrites one of those values, the
/// write replaces what both devices have made.
package struct SeriesAuthors {
    let step: SeriesStep
    /// When the occurrence was done.
    let done: Timestamp
    /// The successor's bytes before anything is written to it.
    private let before: [UInt8]
    /// Whether the successor did not exist before.
    package let isNew: Bool

    package init(step: SeriesStep, done: Timestamp, before: Document) {
        self.step = step
        self.done = done
        self.before = before.encoded()
        isNew = before.seen.isEmpty
    }

    /// Fields that one author writes together, because neither changes without the other.
    private static let pairs: [[FieldName]] = [["created", "previous"], ["due", "series"]]

    /// The author of a field that is written as a whole.
    package func author(of field: FieldName, in values: [FieldName: JSON]) -> Author {
        var content = JSONObject()
        if let pair = Self.pairs.first(where: { $0.contains(field) }) {
            for name in pair { content[name.key] = values[name] }
        } else {
            content[field.key] = values[field] ?? .null
        }
        return author(of: content, field)
    }

    /// The author of a set's element.
    package func author(of element: String, in field: FieldName) -> Author {
        author(of: content(field, [.string(element)]), field)
    }

    /// The author of the checklist item at an index.
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
