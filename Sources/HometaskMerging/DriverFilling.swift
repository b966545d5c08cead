// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// One side of a merge whose file something else than hometask has edited, with what it lacks by accident.
    ///
    /// In such a file `seen` may cover events whose values have been lost on the way, as when git merged it line by
    /// line; a join would take each of them for a removal. An event that the base had not seen cannot have been removed
    /// by somebody who began at the base: if the other side holds it, it comes back. Of a base that was edited too,
    /// `seen` says as little: there nobody has removed what the base does not hold.
    func filled(from other: Document, beyond base: Document?, isEdited: Bool) -> Document {
        guard id == other.id else { return self }
        // One event may have written several places, and somebody has typed over one of them: each is asked by itself.
        let isLacking = { (write: Write, known: Siblings?) in
            let isKnown = isEdited ? known?.writes.contains(write) ?? false : base?.seen.covers(write.dot) ?? false
            return seen.covers(write.dot) && !isKnown
        }
        var result = self
        for (field, state) in other.fields {
            var filled = fields[field] ?? FieldState()
            filled.formUnion(of: state, besides: base?.fields[field], where: isLacking)
            if !filled.isEmpty { result.fields[field] = filled }
        }
        result.deletions.formUnion(other.deletions.writes.filter { isLacking($0, base?.deletions) })
        return result
    }
}

extension FieldState {
    /// Adds those writes of another state that a test admits, each in its place. The test is told what a base holds
    /// there.
    fileprivate mutating func formUnion(
        of other: FieldState, besides base: FieldState?, where admits: (Write, Siblings?) -> Bool
    ) {
        register.formUnion(other.register.writes.filter { admits($0, base?.register) })
        latest.formUnion(other.latest.writes.filter { admits($0, base?.latest) })
        elements.formUnion(of: other.elements, besides: base?.elements, where: admits)
        lines.formUnion(of: other.lines, besides: base?.lines, where: admits)
        for (id, item) in other.items {
            var filled = items[id] ?? ListItem()
            filled.formUnion(of: item, besides: base?.items[id], where: admits)
            if !filled.isEmpty { items[id] = filled }
        }
    }
}

extension ListItem {
    /// Adds those writes of another state of the item that a test admits.
    fileprivate mutating func formUnion(
        of other: ListItem, besides base: ListItem?, where admits: (Write, Siblings?) -> Bool
    ) {
        presence.formUnion(other.presence.writes.filter { admits($0, base?.presence) })
        positions.formUnion(other.positions.writes.filter { admits($0, base?.positions) })
        members.formUnion(of: other.members, besides: base?.members, where: admits)
        keepInvariant()
    }
}

extension Dictionary where Value == Siblings {
    /// The same for places that have names.
    fileprivate mutating func formUnion(
        of other: Self, besides base: Self?, where admits: (Write, Siblings?) -> Bool
    ) {
        for (name, siblings) in other {
            let writes = siblings.writes.filter { admits($0, base?[name]) }
            if !writes.isEmpty { self[name, default: Siblings()].formUnion(writes) }
        }
    }
}
