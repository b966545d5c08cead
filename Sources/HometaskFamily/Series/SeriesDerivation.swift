// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging

/// What the next occurrence of a series is to hold by what the one before it holds now, against what stands in conflict
/// there.
///
/// Invariant: a value stands against what a person wrote only if a person wrote it too, in one of the two occurrences,
/// and neither had seen the other's. What was derived from an older state of the occurrence, or what the person wrote
/// over, is no such value.
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

    /// Whether a derived value does not stand against another that a person wrote.
    package func isVoid(_ candidate: Conflict.Candidate, in conflict: Conflict, of next: Document) -> Bool {
        if conflict.field == "due" && step.isReckoned(from: done) || !isCurrent(candidate, in: conflict) { return true }
        let writers = Set(candidate.writes.map { $0.dot.actor })
        let earlier = step.earlierActor(of: conflict.field, values, done: done)
        return [author(of: conflict), earlier].compactMap { $0 }.contains {
            next.seen[$0] > 0 && !writers.contains($0)
        }
    }

    /// Whether a value is the one that follows from the occurrence now.
    package func isCurrent(_ candidate: Conflict.Candidate, in conflict: Conflict) -> Bool {
        let value = values[conflict.field]
        if let member = conflict.member {
            return candidate.value == item(member.item, of: conflict.field)?[member.name] ?? .null
        }
        if conflict.line != nil { return value?.arrayValue?.contains(candidate.value) ?? false }
        return candidate.value == value ?? .null
    }

    /// The item of a list that follows from the occurrence now, by its id.
    package func item(_ id: String, of field: FieldName) -> JSON? {
        values[field]?.arrayValue?.first { $0["id"]?.stringValue == id }
    }

    /// The actor by which the value that follows now is written to a next one that was not there before.
    private func author(of conflict: Conflict) -> ActorID? {
        guard let member = conflict.member else { return author(of: conflict.field) }
        return author(ofItem: member.item, in: conflict.field)
    }

    /// The same for a field that is written as a whole.
    func author(of field: FieldName) -> ActorID { authors.author(of: field, in: values).actor }

    /// The same for an element of a set; nil if it does not follow.
    func author(ofElement element: String, in field: FieldName) -> ActorID? {
        guard values[field]?.arrayValue?.contains(.string(element)) ?? false else { return nil }
        return authors.author(of: element, in: field).actor
    }

    /// The same for an item of a list, by its id; nil if it does not follow.
    func author(ofItem id: String, in field: FieldName) -> ActorID? {
        let items = values[field]?.arrayValue ?? []
        guard let index = items.firstIndex(where: { $0["id"]?.stringValue == id }) else { return nil }
        return field == "items" ? authors.author(ofItem: items[index], at: index).actor : author(of: field)
    }

    /// Who writes what follows now to a next one that somebody has written to.
    package func author(of field: FieldName, onto next: Document) -> Author {
        SeriesAuthors(step: step, done: done, before: next).author(of: field, in: values)
    }
}
