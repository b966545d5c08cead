// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Checks whether hometask's own operations can have turned one document into another.
///
/// A canonical file whose stamps match its values may still be a patchwork: a line merge takes `seen` from one side and
/// a tag from the other, or a revert restores a tag under its old event. Trusting the `seen` of a patchwork would lose
/// the values that it dropped. A possible successor meets these conditions:
/// - `seen` has not gone back;
/// - every event beyond the earlier `seen` is a write in the later document;
/// - every write that the earlier `seen` covers is in the earlier document too, in the same place, with the same value
///   and time;
/// - a write of a register, of a line that still exists, or of the deletion is gone only if a new write replaced it;
/// - a write of an item that still exists is gone only if a new write replaced it, in that place or in the presence.
///
/// A new write may stand beside others in its place: a device makes such conflicts if it joins writes of others with
/// unsent edits. See ``Document/replacing(withWritesOf:since:)``.
struct SuccessionCheck {
    let earlier: Document
    let later: Document
    /// The only actor that may have new events. The actor may have replaced some of them itself, so not all need be
    /// writes in the later document. Nil if any actors may have new events.
    var actor: ActorID?

    /// Whether the later document is a possible successor of the earlier one.
    var isPassed: Bool {
        guard later.id == earlier.id, later.kind == earlier.kind, later.seen.covers(earlier.seen) else { return false }
        let (now, before) = (later.places, earlier.places)
        var new: Set<Dot> = []
        for (place, writes) in now {
            let old = Set(before[place] ?? [])
            for write in writes where !old.contains(write) {
                if earlier.seen.covers(write.dot) { return false }
                new.insert(write.dot)
            }
        }
        guard areExpected(new) else { return false }
        let renewed = Set(now.filter { $0.value.contains { new.contains($0.dot) } }.compactMap { $0.key.field })
        return before.allSatisfy { place, writes in
            let left = now[place] ?? []
            if writes.allSatisfy(left.contains) { return true }
            switch place {
            case .value(_, let field): return renewed.contains(field)
            case .element, .line: return left.isEmpty || left.contains { new.contains($0.dot) }
            case .deletion: return left.contains { new.contains($0.dot) }
            case .presence(let item, let field), .position(let item, let field), .member(_, let item, let field):
                let presence = now[.presence(item, of: field)] ?? []
                return presence.isEmpty || (presence + left).contains { new.contains($0.dot) }
            }
        }
    }

    /// Whether the events that only the later document has seen are expected.
    private func areExpected(_ new: Set<Dot>) -> Bool {
        guard let actor else { return later.seen.isCovered(beyond: earlier.seen, by: new) }
        return later.seen.actors.allSatisfy { $0 == actor || later.seen[$0] == earlier.seen[$0] }
    }
}

extension VersionVector {
    /// Whether all events that this vector has seen and another has not are in a set.
    fileprivate func isCovered(beyond other: VersionVector, by dots: Set<Dot>) -> Bool {
        actors.allSatisfy { actor in
            let count = self[actor] - other[actor]
            // Counts first: a forged vector may name more events than could be enumerated in reasonable time.
            return count <= dots.count
                && (0..<max(0, count)).allSatisfy { dots.contains(Dot(actor: actor, counter: other[actor] + 1 + $0)) }
        }
    }
}

extension Document {
    /// The writes of every place that holds any.
    fileprivate var places: [DocumentPlace: [Write]] {
        var places: [DocumentPlace: [Write]] = [:]
        if !deletions.isEmpty { places[.deletion] = deletions.writes }
        for (field, state) in fields {
            for cell in FieldState.ValueCell.allCases where !state[cell].isEmpty {
                places[.value(cell, of: field)] = state[cell].writes
            }
            for (element, siblings) in state.elements { places[.element(element, of: field)] = siblings.writes }
            for (position, siblings) in state.lines { places[.line(position, of: field)] = siblings.writes }
            for (id, item) in state.items {
                if item.isVisible { places[.presence(id, of: field)] = item.presence.writes }
                if !item.positions.isEmpty { places[.position(id, of: field)] = item.positions.writes }
                for (name, siblings) in item.members {
                    places[.member(name, item: id, of: field)] = siblings.writes
                }
            }
        }
        return places
    }
}

/// A place of a document that can hold writes.
enum DocumentPlace: Hashable {
    case deletion
    case value(FieldState.ValueCell, of: FieldName)
    case element(ExactString, of: FieldName)
    case line(Position, of: FieldName)
    case presence(String, of: FieldName)
    case position(String, of: FieldName)
    case member(ExactString, item: String, of: FieldName)

    /// The field; nil for the deletion.
    var field: FieldName? {
        switch self {
        case .deletion: nil
        case .value(_, let field), .element(_, let field), .line(_, let field), .presence(_, let field),
            .position(_, let field), .member(_, _, let field):
            field
        }
    }
}
