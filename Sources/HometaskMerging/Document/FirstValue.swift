// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments

/// A `latest` field in which the first of several concurrent values counts.
///
/// The format shows the greatest write of such a field and keeps the other values beside it, without a conflict. Two
/// sorts of derived writes change which value is shown and list the rest:
/// - a *raise* repeats the first value, a second later than the greatest write, so that it is shown;
/// - an *entry* is a later value in the field's register, where the format lists it in `conflicts`.
///
/// Invariant: the actor of a derived write depends only on the document, the field, and the values with their times.
/// Devices therefore make the same events, whatever else differs between their copies, and settling the conflict
/// replaces the writes of all of them. A derived write replaces nothing. A raise counts only as long as another write
/// holds its value, and an entry only as long as its value stands beside the shown one, so a value that a person
/// replaced does not come back.
package struct FirstValue {
    private let field: FieldName
    private let isBefore: (JSON, JSON) -> Bool
    private let isRival: (JSON, JSON) -> Bool

    /// Creates the settling of a field in which the first value counts.
    ///
    /// - Parameters:
    ///   - isBefore: whether a value comes before another.
    ///   - isRival: whether a later value is in conflict with the first; if none is, the field is unchanged.
    package init(
        of field: FieldName, isBefore: @escaping (JSON, JSON) -> Bool,
        isRival: @escaping (_ later: JSON, _ first: JSON) -> Bool
    ) {
        self.field = field
        self.isBefore = isBefore
        self.isRival = isRival
    }

    /// Shows the first value of a document's field, and lists its rivals as open. A rival that was listed and settled
    /// is not listed again.
    package func settle(_ document: inout Document) {
        guard let state = document.fields[field], state.shownCell == .latest,
            state.latest.writes.count > 1 || !state.register.isEmpty
        else { return }
        let raises = state.latest.writes.filter {
            $0.dot.actor == actor(of: .raise, $0.value, at: $0.time, in: document)
        }
        let groups = Siblings(state.latest.writes.filter { !raises.contains($0) }).groups
        guard let shown = groups.first?[0] else { return }
        let values = shown.value.isNull ? [] : groups.filter { !$0[0].value.isNull }
        // Of values that neither precede nor follow each other, the one with the lowest rank is the first.
        let first = values.reversed().reduce(nil as JSON?) { first, group in
            first.map { isBefore(group[0].value, $0) ? group[0].value : $0 } ?? group[0].value
        }
        let rivals = first.map { first in values.filter { $0[0].value != first && isRival($0[0].value, first) } } ?? []
        let isRaised = !rivals.isEmpty && first != shown.value
        raise(isRaised ? first : nil, over: shown.time, replacing: raises, in: &document)
        list(rivals, after: first ?? .null, in: &document)
    }

    private func raise(
        _ value: JSON?, over time: Timestamp, replacing raises: [Write], in document: inout Document
    ) {
        let time = Timestamp(seconds: time.seconds + 1)
        let actor = value.map { self.actor(of: .raise, $0, at: time, in: document) }
        document.fields[field]?.latest.drop(Set(raises.filter { $0.dot.actor != actor }))
        guard let value, let actor, !raises.contains(where: { $0.dot.actor == actor }) else { return }
        let write = document.newWrite(value, by: Author(actor: actor, time: time).weakly)
        document.fields[field]?.latest.formUnion([write])
    }

    private func list(_ rivals: [[Write]], after first: JSON, in document: inout Document) {
        let values = Set(rivals.map { $0[0].value })
        let listed = document.fields[field]?.register.writes ?? []
        document.fields[field]?.register.drop(
            Set(listed.filter { $0.dot.actor.isFollowing && !values.contains($0.value) }))
        for rival in rivals where !listed.contains(where: { $0.value == rival[0].value }) {
            let (value, time) = (rival[0].value, rival[0].time)
            let actor = actor(of: .entry(after: first), value, at: time, in: document)
            // An entry that the document has seen but does not hold was settled.
            guard document.seen[actor] == 0 else { continue }
            let write = document.newWrite(value, by: Author(actor: actor, time: time).weakly)
            document.fields[field]?.register.formUnion([write])
        }
    }

    private enum Sort {
        case raise
        case entry(after: JSON)
    }

    /// The actor of a derived write.
    private func actor(of sort: Sort, _ value: JSON, at time: Timestamp, in document: Document) -> ActorID {
        let words: [String]
        switch sort {
        case .raise: words = ["first", value.compactText]
        case .entry(let first): words = ["later", value.compactText, first.compactText]
        }
        let origin = ["\(document.id)", field.key.string, time.rfc3339] + words
        return .following(from: Array(origin.joined(separator: "\n").utf8))
    }
}
