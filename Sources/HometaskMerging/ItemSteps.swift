// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The items of two versions of a file, each under an id, so that what somebody did to the one can be taken on the items
/// held here.
///
/// An element without an id, as somebody types it, is known by what it shows: it is an item held here that shows the
/// same, and whose id the earlier version does not name.
struct ItemSteps {
    /// The earlier items; those that nothing held here fits have no id.
    private(set) var old: [TypedItem]
    /// The later items; new ones may have none.
    private(set) var new: [TypedItem]
    /// The ids of the later items that kept their sequence.
    let staying: Set<String>

    init(from old: [TypedItem], to new: [TypedItem], held: [PlacedItem]) {
        var (earlier, later) = (old, new)
        var named = Set(old.compactMap(\.id))
        for index in earlier.indices where earlier[index].id == nil {
            let fitting = held.first { !named.contains($0.id) && $0.item.shownMembers == earlier[index].members }
            guard let id = fitting?.id else { continue }
            named.insert(id)
            earlier[index].id = id
        }
        let (nameless, unnamed) = (old.indices.filter { old[$0].id == nil }, new.indices.filter { new[$0].id == nil })
        let taken = Set(new.compactMap(\.id))
        for step in LineDiff.steps(from: nameless.map { old[$0].members }, to: unnamed.map { new[$0].members }) {
            switch step {
            case .keep(let from, let to), .edit(let from, let to):
                if let id = earlier[nameless[from]].id, !taken.contains(id) { later[unnamed[to]].id = id }
            case .cut, .add: break
            }
        }
        let places = Dictionary(earlier.enumerated().compactMap { index, item in item.id.map { ($0, index) } }) {
            first, _ in first
        }
        let common = later.compactMap(\.id).filter { places[$0] != nil }
        staying = Set(ItemOrder.staying(common.compactMap { places[$0] }).map { common[$0] })
        (self.old, self.new) = (earlier, later)
    }
}

extension Document {
    /// Takes the steps from one list to another on the items held here. Items that the first list does not show stay.
    mutating func retype(itemsOf field: FieldName, from old: [TypedItem], to new: [TypedItem], by author: Author) {
        let state = fields[field] ?? FieldState()
        let steps = ItemSteps(from: old, to: new, held: state.orderedItems)
        let shown = Dictionary(steps.old.compactMap { item in item.id.map { ($0, item.members) } }) { first, _ in first
        }
        let named = Set((steps.old + steps.new).compactMap(\.id))
        var page = ItemPage(state.items)
        for gone in Set(shown.keys).subtracting(steps.new.compactMap(\.id))
        where page[gone]?.shownMembers == shown[gone] {
            page.remove(gone)
        }
        for typed in steps.new {
            guard let id = typed.id, page[id] != nil else {
                if let id = typed.id, shown[id] == typed.members { continue }
                let event = newItemEvent(typed.id, in: field, besides: named, by: author)
                page.make(typed.id ?? event.dot.description, typed.members, by: event)
                continue
            }
            if shown[id] == nil || steps.staying.contains(id) {
                page.pass(id)
            } else {
                page.move(id, by: newWrite(.null, by: author))
            }
            let changes = typed.members.changes(from: shown[id] ?? JSONObject())
                .filter { shown[id] != nil || page[id]?.shownMembers[$0.name] != $0.value }
            if !changes.isEmpty { page.change(id, changes, by: newWrite(.null, by: author)) }
        }
        if page.items == state.items { return }
        fields[field, default: FieldState()].items = page.items
        dropOrphans(of: field)
        dropEmptyField(field)
    }

    /// Adds the items, and values of members, that neither a parent of a merge shows nor this document holds.
    mutating func add(items new: [TypedItem], to field: FieldName, besides shown: [JSON], by author: Author) {
        let parents = shown.map { TypedItem.all($0) ?? [] }
        let named = Set((parents.flatMap { $0 } + new).compactMap(\.id))
        var page = ItemPage(fields[field]?.items ?? [:])
        let before = page.items
        for typed in new {
            let known = parents.compactMap { parent in
                parent.first { $0.id == typed.id && (typed.id != nil || $0.members == typed.members) }?.members
            }
            let novel = typed.members.members.filter { name, value in !known.contains { $0[name] == value } }
            if let id = typed.id, let item = page[id] {
                page.pass(id)
                let changes = novel.filter { name, value in
                    item.shownMembers[name] != value
                        && !(item.members[name]?.writes.contains { $0.value == value } ?? false)
                }
                if changes.isEmpty { continue }
                page.change(id, changes.map { ($0.0, $0.1, nil) }, by: newWrite(.null, by: author))
            } else if known.isEmpty || !novel.isEmpty {
                let event = newItemEvent(typed.id, in: field, besides: named, by: author)
                page.make(typed.id ?? event.dot.description, typed.members, by: event)
            }
        }
        if page.items == before { return }
        fields[field, default: FieldState()].items = page.items
        dropOrphans(of: field)
    }
}

extension JSONObject {
    /// The members whose values another object does not have, and those that only the other has as `null`; each with the
    /// other's value. In byte order.
    fileprivate func changes(from other: JSONObject) -> [(name: ExactString, value: JSON, over: JSON?)] {
        Set(keys).union(other.keys).sorted().filter { self[$0] != other[$0] }
            .map { (name: $0, value: self[$0] ?? .null, over: other[$0] ?? .null) }
    }
}
