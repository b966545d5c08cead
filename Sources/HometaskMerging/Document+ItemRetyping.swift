// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The part of reading foreign commits that deals with lists: applies the steps between two arrays to the items held
/// here.
extension Document {
    /// Applies the steps from one array of items to another. Items that only this document holds stay as they are.
    ///
    /// A missing item is removed, unless the document holds more of it than the first array showed. A changed member is
    /// written over the writes of the value that was shown, by one event an item. An item that left its sequence is
    /// moved.
    mutating func retype(
        itemsOf field: FieldName, from old: [TypedItem], to new: [TypedItem], listing entries: ListedConflicts,
        by author: Author
    ) {
        let held = fields[field]?.orderedItems ?? []
        let heldItems = held.map { $0.typed }
        let (old, new) = (Self.named(old, after: heldItems), Self.named(new, after: old, heldItems))
        let before = Dictionary(keepingFirst: old.enumerated().compactMap { at, item in item.id.map { ($0, at) } })
        for gone in Set(before.keys).subtracting(new.compactMap({ $0.id })) {
            guard let place = before[gone], let item = fields[field]?.items[gone] else { continue }
            if item.shownMembers == old[place].members { fields[field]?.items[gone] = nil }
        }
        let known = new.compactMap { $0.id.flatMap { before[$0] } }
        let staying = Set(ItemOrder.staying(known).map { known[$0] })
        let named = Set(new.compactMap { $0.id })
        var page = ItemCursor(held)
        for typed in new {
            guard let id = typed.id, let item = fields[field]?.items[id], item.isVisible else {
                // Unchanged in the edit, and removed by somebody else here.
                if let place = typed.id.flatMap({ before[$0] }), old[place].members == typed.members { continue }
                let event = newItemEvent(typed.id, in: field, besides: named, by: author)
                let gap = page.gap()
                let id = typed.id ?? event.dot.description
                makeItem(id, typed.members, in: field, between: gap.left, gap.right, by: event)
                page.pass(fields[field]?.items[id]?.position)
                continue
            }
            let shown = before[id].map { old[$0].members } ?? JSONObject()
            if let place = before[id], !staying.contains(place) {
                let event = newWrite(.null, by: author)
                let gap = page.gap()
                fields[field]?.items[id]?.put(at: Position.between(gap.left, gap.right, dot: event.dot), by: event)
            }
            page.pass(fields[field]?.items[id]?.position)
            retype(membersOf: id, in: field, from: shown, to: typed.members, listing: entries, by: author)
        }
        dropOrphans(of: field)
        dropEmptyField(field)
    }

    private mutating func retype(
        membersOf id: String, in field: FieldName, from old: JSONObject, to new: JSONObject,
        listing entries: ListedConflicts, by author: Author
    ) {
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        guard !names.isEmpty, var item = fields[field]?.items[id] else { return }
        let event = newWrite(.null, by: author)
        for name in names {
            let siblings = item.members[name] ?? Siblings()
            let value = old[name] ?? .null
            let spared = entries.events(of: value, in: .member(name, item: id))
            item.members[name] = siblings.replacing(
                .value(value, sparing: spared), by: event.with(new[name] ?? .null))
        }
        item.attest(event)
        fields[field]?.items[id] = item
    }

    /// Adds the items, and the members of items, that a merge shows and none of its parents shows.
    mutating func add(items typed: [TypedItem], to field: FieldName, besides shown: [[TypedItem]], by author: Author) {
        let held = fields[field]?.orderedItems ?? []
        let known = shown.flatMap { $0 }
        let typed = Self.named(typed, after: held.map { $0.typed })
        let named = Set(typed.compactMap { $0.id })
        var page = ItemCursor(held)
        for new in typed {
            if new.id == nil, known.contains(new) { continue }
            let versions = known.filter { $0.id != nil && $0.id == new.id }
            let novel = new.members.members.filter { name, value in !versions.contains { $0.members[name] == value } }
            if let id = new.id, var item = fields[field]?.items[id], item.isVisible {
                page.pass(item.position)
                let added = novel.filter { name, value in
                    item.shownMembers[name] != value
                        && !(item.members[name]?.writes.contains { $0.value == value } ?? false)
                }
                guard !added.isEmpty else { continue }
                let event = newWrite(.null, by: author)
                for (name, value) in added {
                    let siblings = item.members[name] ?? Siblings()
                    item.members[name] = siblings.replacing(.nothing, by: event.with(value))
                }
                item.attest(event)
                fields[field]?.items[id] = item
            } else if versions.isEmpty || !novel.isEmpty {
                let event = newItemEvent(new.id, in: field, besides: named, by: author)
                let (gap, id) = (page.gap(), new.id ?? event.dot.description)
                makeItem(id, new.members, in: field, between: gap.left, gap.right, by: event)
                page.pass(fields[field]?.items[id]?.position)
            }
        }
    }

    /// Names the items that have no id: each takes the id of the first item with equal members, searching `others` in
    /// turn, whose id is not taken yet.
    private static func named(_ items: [TypedItem], after others: [TypedItem]...) -> [TypedItem] {
        var used = Set(items.compactMap { $0.id })
        return items.map { item in
            if item.id != nil { return item }
            var named = item
            named.id =
                others.joined().first { other in
                    other.members == item.members && other.id.map { !used.contains($0) } ?? false
                }?.id
            if let id = named.id { used.insert(id) }
            return named
        }
    }
}

/// The current position in a list of items while an array is read from its beginning.
private struct ItemCursor {
    private var below: ArraySlice<Position>
    private var left: Position?

    init(_ held: [PlacedItem]) {
        below = held.map { $0.position }[...]
    }

    mutating func pass(_ place: Position?) {
        if let place { left = place }
    }

    /// The gap after the item that was passed last.
    mutating func gap() -> (left: Position?, right: Position?) {
        while let first = below.first, let left, first <= left { below.removeFirst() }
        return (left, below.first)
    }
}
