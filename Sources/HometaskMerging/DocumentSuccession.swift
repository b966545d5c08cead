// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// Whether the ways in which hometask changes documents may have led from an earlier document to this one.
    ///
    /// A canonical file whose stamps fit its values may still be a patchwork: a line merge takes `seen` from one side
    /// and a tag from the other, a revert brings a tag back under its old event. To trust its `seen` would lose what
    /// the patchwork dropped. So:
    /// - `seen` has not gone back;
    /// - every event beyond the earlier `seen` is here as a write;
    /// - every write that the earlier `seen` covers is there too, in the same place, with the same value and time;
    /// - a write of a register, a line that is still there, or the deletion has gone only where a new one took its
    ///   place;
    /// - a write of an item that is still there has gone only where a new one took its place, there or in the presence.
    func isPossibleSuccessor(of earlier: Document) -> Bool {
        guard id == earlier.id, kind == earlier.kind, seen.covers(earlier.seen) else { return false }
        let (now, before) = (places, earlier.places)
        var new: Set<Dot> = []
        for (place, writes) in now {
            let old = Set(before[place] ?? [])
            for write in writes where !old.contains(write) {
                if earlier.seen.covers(write.dot) { return false }
                new.insert(write.dot)
            }
        }
        guard seen.isCovered(beyond: earlier.seen, by: new) else { return false }
        let renewed = Set(now.filter { $0.value.contains { new.contains($0.dot) } }.compactMap { $0.key.field })
        return before.allSatisfy { place, writes in
            let left = now[place] ?? []
            if writes.allSatisfy(left.contains) { return true }
            switch place {
            case .register(let field), .latest(let field): return renewed.contains(field)
            case .element, .line: return left.isEmpty || left.contains { new.contains($0.dot) }
            case .deletion: return left.contains { new.contains($0.dot) }
            case .presence(let item, let field), .position(let item, let field), .member(_, let item, let field):
                let presence = now[.presence(item, of: field)] ?? []
                return presence.isEmpty || (presence + left).contains { new.contains($0.dot) }
            }
        }
    }

    /// A place of a document that holds writes.
    private enum Place: Hashable {
        case deletion
        case register(FieldName)
        case latest(FieldName)
        case element(ExactString, of: FieldName)
        case line(Position, of: FieldName)
        case presence(String, of: FieldName)
        case position(String, of: FieldName)
        case member(ExactString, item: String, of: FieldName)

        /// The field; nil for the deletion.
        var field: FieldName? {
            switch self {
            case .deletion: nil
            case .register(let field), .latest(let field), .element(_, let field), .line(_, let field),
                .presence(_, let field), .position(_, let field), .member(_, _, let field):
                field
            }
        }
    }

    private var places: [Place: [Write]] {
        var places: [Place: [Write]] = [:]
        if !deletions.isEmpty { places[.deletion] = deletions.writes }
        for (field, state) in fields {
            if !state.register.isEmpty { places[.register(field)] = state.register.writes }
            if !state.latest.isEmpty { places[.latest(field)] = state.latest.writes }
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

extension VersionVector {
    /// Whether all events that this has seen and another has not are among some.
    fileprivate func isCovered(beyond other: VersionVector, by dots: Set<Dot>) -> Bool {
        actors.allSatisfy { actor in
            let count = self[actor] - other[actor]
            // Counted first: a forged vector may name more events than there is time to look at.
            return count <= dots.count
                && (0..<max(0, count)).allSatisfy { dots.contains(Dot(actor: actor, counter: other[actor] + 1 + $0)) }
        }
    }
}
