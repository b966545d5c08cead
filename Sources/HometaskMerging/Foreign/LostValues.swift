// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The values that one side of a merge lost by accident, because its file was edited without hometask.
///
/// In such a file, `seen` may cover events whose values were lost on the way, for instance when git merged the file
/// line by line. A join would take each lost value for a removal. But someone who started from the base cannot have
/// removed an event that the base had not seen: if the other side holds such an event, it is restored. If the base was
/// edited too, its `seen` cannot be trusted either. Then only a write that the base holds can have been removed.
struct LostValues {
    /// The common ancestor of both sides; nil if there was none, or it cannot be read.
    let base: Document?
    /// Whether the base's file was edited too.
    let isBaseEdited: Bool

    /// Returns a document with its lost values restored from the other side.
    func restored(to document: Document, from other: Document) -> Document {
        guard document.id == other.id else { return document }
        // One event may have written several places, some of which may have been overwritten: each place is checked
        // alone.
        let isLacking = { (write: Write, known: Siblings?) in
            let isKnown = isBaseEdited ? known?.writes.contains(write) ?? false : base?.seen.covers(write.dot) ?? false
            return document.seen.covers(write.dot) && !isKnown
        }
        var result = document
        for (field, state) in other.fields {
            var filled = document.fields[field] ?? FieldState()
            filled.formUnion(of: state, besides: base?.fields[field], where: isLacking)
            if !filled.isEmpty { result.fields[field] = filled }
        }
        result.deletions.formUnion(other.deletions.writes.filter { isLacking($0, base?.deletions) })
        return result
    }
}

extension FieldState {
    /// Adds the writes of another state that satisfy a predicate, each to its place. The predicate also receives the
    /// siblings that the base holds at that place.
    fileprivate mutating func formUnion(
        of other: FieldState, besides base: FieldState?, where admits: (Write, Siblings?) -> Bool
    ) {
        for cell in ValueCell.allCases {
            self[cell].formUnion(other[cell].writes.filter { admits($0, base?[cell]) })
        }
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
    /// Adds the writes of another state of the item that satisfy a predicate.
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
    /// Adds the writes of places with names in the same way.
    fileprivate mutating func formUnion(
        of other: Self, besides base: Self?, where admits: (Write, Siblings?) -> Bool
    ) {
        for (name, siblings) in other {
            let writes = siblings.writes.filter { admits($0, base?[name]) }
            if !writes.isEmpty { self[name, default: Siblings()].formUnion(writes) }
        }
    }
}
