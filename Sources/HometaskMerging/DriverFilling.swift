// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// One side of a merge whose file something else than hometask has edited, with what it lacks by accident.
    ///
    /// In such a file `seen` may cover events whose values have been lost on the way, as when git merged it line by line;
    /// a join would take each of them for a removal. An event that the base had not seen cannot have been removed by
    /// somebody who began at the base: if the other side holds it, it comes back. Of a base that was edited too, `seen`
    /// says as little: there nobody has removed what the base does not hold.
    func filled(from other: Document, beyond base: Document?, isEdited: Bool) -> Document {
        guard id == other.id else { return self }
        let (held, known) = (heldDots, isEdited ? base?.heldDots ?? [] : [])
        let isLacking = { (write: Write) in
            let isKnown = isEdited ? known.contains(write.dot) : base?.seen.covers(write.dot) ?? false
            return seen.covers(write.dot) && !isKnown && !held.contains(write.dot)
        }
        var result = self
        for (field, state) in other.fields {
            var filled = fields[field] ?? FieldState()
            filled.formUnion(of: state, where: isLacking)
            if !filled.isEmpty { result.fields[field] = filled }
        }
        result.deletions.formUnion(other.deletions.writes.filter(isLacking))
        return result
    }

    private var heldDots: Set<Dot> { Set((fields.values.flatMap(\.writes) + deletions.writes).map(\.dot)) }
}

extension FieldState {
    /// Takes in those writes of another state that a test admits, each in its place.
    fileprivate mutating func formUnion(of other: FieldState, where admits: (Write) -> Bool) {
        register.formUnion(other.register.writes.filter(admits))
        latest.formUnion(other.latest.writes.filter(admits))
        for (element, siblings) in other.elements {
            let writes = siblings.writes.filter(admits)
            if !writes.isEmpty { elements[element, default: Siblings()].formUnion(writes) }
        }
        for (position, siblings) in other.lines {
            let writes = siblings.writes.filter(admits)
            if !writes.isEmpty { lines[position, default: Siblings()].formUnion(writes) }
        }
        for (id, item) in other.items {
            var filled = items[id] ?? ListItem()
            filled.formUnion(of: item, where: admits)
            if !filled.isEmpty { items[id] = filled }
        }
    }
}

extension ListItem {
    /// Takes in those writes of another state of the item that a test admits. An event has written several places, and
    /// comes back to all of them.
    fileprivate mutating func formUnion(of other: ListItem, where admits: (Write) -> Bool) {
        presence.formUnion(other.presence.writes.filter(admits))
        positions.formUnion(other.positions.writes.filter(admits))
        for (name, siblings) in other.members {
            let writes = siblings.writes.filter(admits)
            if !writes.isEmpty { members[name, default: Siblings()].formUnion(writes) }
        }
        keepInvariant()
    }
}
