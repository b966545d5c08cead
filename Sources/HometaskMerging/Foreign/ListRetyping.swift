// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The steps between two arrays, applied to the items of a list: the list part of reading foreign commits.
struct ListRetyping {
    let edit: ListEdit
    let entries: ListedConflicts

    /// Applies the steps from one array of items to another. Items that only the document holds stay as they are.
    ///
    /// A missing item is removed, unless the document holds more of it than the first array showed. A changed member is
    /// written over the writes of the value that was shown, by one event an item. An item that left its sequence is
    /// moved.
    func apply(from old: [TypedItem], to new: [TypedItem], in document: inout Document) {
        let field = edit.field
        let held = document.fields[field]?.orderedItems ?? []
        let heldItems = held.map { $0.typed }
        let (old, new) = (TypedItem.named(old, after: heldItems), TypedItem.named(new, after: old, heldItems))
        let before = Dictionary(keepingFirst: old.enumerated().compactMap { at, item in item.id.map { ($0, at) } })
        let named = Set(new.compactMap { $0.id })
        for gone in Set(before.keys).subtracting(named) {
            guard let place = before[gone], let item = document.fields[field]?.items[gone] else { continue }
            if item.shownMembers == old[place].members { document.fields[field]?.items[gone] = nil }
        }
        let known = new.compactMap { $0.id.flatMap { before[$0] } }
        let staying = Set(ItemOrder.staying(known).map { known[$0] })
        var page = ItemCursor(held)
        for typed in new {
            guard let id = typed.id, let item = document.fields[field]?.items[id], item.isVisible else {
                // Unchanged in the edit, and removed here by others.
                if let place = typed.id.flatMap({ before[$0] }), old[place].members == typed.members { continue }
                let gap = page.gap()
                let id = edit.makeItem(
                    typed.id, typed.members, between: gap.left, and: gap.right, besides: named, in: &document)
                page.moveTo(document.fields[field]?.items[id]?.position)
                continue
            }
            let shown = before[id].map { old[$0].members } ?? JSONObject()
            if let place = before[id], !staying.contains(place) {
                let gap = page.gap()
                edit.placeItem(id, between: gap.left, and: gap.right, in: &document)
            }
            page.moveTo(document.fields[field]?.items[id]?.position)
            applyMembers(of: id, from: shown, to: typed.members, in: &document)
        }
        document.fields.dropOrphans(of: field)
        document.fields.dropIfEmpty(field)
    }

    private func applyMembers(
        of id: String, from old: JSONObject, to new: JSONObject, in document: inout Document
    ) {
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        guard !names.isEmpty, var item = document.fields[edit.field]?.items[id] else { return }
        let event = document.newWrite(.null, by: edit.author)
        for name in names {
            let siblings = item.members[name] ?? Siblings()
            let value = old[name] ?? .null
            let spared = entries.events(of: value, in: .member(name, item: id))
            item.members[name] = siblings.replacing(
                .value(value, sparing: spared), by: event.with(new[name] ?? .null))
        }
        item.attest(event)
        document.fields[edit.field]?.items[id] = item
    }
}
