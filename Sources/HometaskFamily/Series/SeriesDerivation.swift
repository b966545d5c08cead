// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging

/// The values that the successor of an occurrence should have, derived from the occurrence's current state, and how
/// they settle the successor's conflicts.
///
/// Invariant: in a conflict, a value is kept beside one that a person wrote only if a person wrote it too, in one of
/// the two occurrences, and neither person had seen the other's value. A value that was derived from an older state of
/// the occurrence is not kept. Neither is one that the person overwrote.
package struct SeriesDerivation {
    package let step: SeriesStep
    package let values: [FieldName: JSON]
    private let done: Timestamp
    private let authors: SeriesAuthors

    package init(step: SeriesStep, values: [FieldName: JSON], done: Timestamp) {
        self.step = step
        self.values = values
        self.done = done
        authors = SeriesAuthors(step: step, done: done, before: step.emptySuccessor)
    }

    /// Whether a derived value must not be kept beside another that a person wrote.
    package func isVoid(_ candidate: Conflict.Candidate, in conflict: Conflict, of next: Document) -> Bool {
        if conflict.field == "due" && step.isReckoned(from: done) || !isCurrent(candidate, in: conflict) { return true }
        let writers = Set(candidate.writes.map { $0.dot.actor })
        let earlier = step.earlierActor(of: conflict.field, values, done: done)
        return [author(of: conflict), earlier].compactMap { $0 }.contains {
            next.seen[$0] > 0 && !writers.contains($0)
        }
    }

    /// Whether a value is the one derived from the occurrence's current state.
    package func isCurrent(_ candidate: Conflict.Candidate, in conflict: Conflict) -> Bool {
        let value = values[conflict.field]
        if let member = conflict.member {
            return candidate.value == item(member.item, of: conflict.field)?[member.name] ?? .null
        }
        if conflict.line != nil { return value?.arrayValue?.contains(candidate.value) ?? false }
        return candidate.value == value ?? .null
    }

    /// The item of a list that is derived from the occurrence's current state, by its id.
    package func item(_ id: String, of field: FieldName) -> JSON? {
        values[field]?.arrayValue?.first { $0["id"]?.stringValue == id }
    }

    /// The actor by which the currently derived value is written to a new successor.
    private func author(of conflict: Conflict) -> ActorID? {
        guard let member = conflict.member else { return author(of: conflict.field) }
        return author(ofItem: member.item, in: conflict.field)
    }

    /// The actor of the derived value of a field that is written as a whole.
    func author(of field: FieldName) -> ActorID { authors.author(of: field, in: values).actor }

    /// The actor of a derived element of a set; nil if the element is not a derived one.
    func author(ofElement element: String, in field: FieldName) -> ActorID? {
        guard values[field]?.arrayValue?.contains(.string(element)) ?? false else { return nil }
        return authors.author(of: element, in: field).actor
    }

    /// The actor of a derived item of a list, by its id; nil if the item is not a derived one.
    func author(ofItem id: String, in field: FieldName) -> ActorID? {
        let items = values[field]?.arrayValue ?? []
        guard let index = items.firstIndex(where: { $0["id"]?.stringValue == id }) else { return nil }
        return field == "items" ? authors.author(ofItem: items[index], at: index).actor : author(of: field)
    }

    /// The author of the currently derived value in a successor that somebody has written to.
    package func author(of field: FieldName, onto next: Document) -> Author {
        SeriesAuthors(step: step, done: done, before: next).author(of: field, in: values)
    }
}
