// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The values that a merge's file shows and no parent has, for a document that is the join of the parents' meanings.
///
/// A merge by another tool or a person never drops anything: values that it removed or reordered are unchanged in the
/// document. A value that the merge chose from a parent is already present. A value that only the merge has is added
/// beside the others, and shown.
struct UnseenValues {
    /// The file of the merge.
    let file: DocumentFile
    /// The files of the document at the merge's parents.
    let parents: [DocumentFile]
    let author: Author

    /// Returns a document with these values added.
    func added(to document: Document) -> Document {
        var result = document
        let known = parents.map { $0.fields }
        for (field, value) in file.fields.sorted(by: { $0.key < $1.key }) where field.isValid {
            let shown = known.compactMap { $0[field] }
            if value.isNull || shown.contains(value) { continue }
            let rule = file.rule(of: field, in: document)
            let strings = shown.flatMap { JSON.strings($0) ?? [] }
            if let new = JSON.strings(value), rule == .set {
                SetEdit(field: field, author: author).add(new, besides: strings, to: &result)
            } else if let new = JSON.strings(value), rule == .text {
                TextEdit(field: field, author: author)
                    .add(new.map { .string($0) }, besides: strings.map { .string($0) }, to: &result)
            } else if let new = TypedItem.all(value), rule == .list {
                let items = shown.flatMap { TypedItem.all($0) ?? [] }
                add(new, besides: items, by: ListEdit(field: field, author: author), to: &result)
            } else {
                add(value, to: FieldState.ValueCell(rule), of: field, in: &result)
            }
        }
        return result
    }

    private func add(
        _ value: JSON, to cell: FieldState.ValueCell, of field: FieldName, in document: inout Document
    ) {
        var state = document.fields[field] ?? FieldState()
        let isHeld = FieldState.ValueCell.allCases.contains { held in
            state[held].writes.contains { $0.value == value }
        }
        if isHeld { return }
        state[cell] = state[cell].replacing(.nothing, by: document.newWrite(value, by: author))
        document.fields[field] = state
    }

    /// Adds the items, and the members of items, that a merge shows and none of its parents shows.
    private func add(_ typed: [TypedItem], besides known: [TypedItem], by edit: ListEdit, to document: inout Document) {
        let field = edit.field
        let held = document.fields[field]?.orderedItems ?? []
        let typed = TypedItem.named(typed, after: held.map { $0.typed })
        let named = Set(typed.compactMap { $0.id })
        var page = ItemCursor(held)
        for new in typed {
            if new.id == nil, known.contains(new) { continue }
            let versions = known.filter { $0.id != nil && $0.id == new.id }
            let novel = new.members.members.filter { name, value in !versions.contains { $0.members[name] == value } }
            if let id = new.id, var item = document.fields[field]?.items[id], item.isVisible {
                page.moveTo(item.position)
                let added = novel.filter { name, value in
                    item.shownMembers[name] != value
                        && !(item.members[name]?.writes.contains { $0.value == value } ?? false)
                }
                guard !added.isEmpty else { continue }
                let event = document.newWrite(.null, by: edit.author)
                for (name, value) in added {
                    let siblings = item.members[name] ?? Siblings()
                    item.members[name] = siblings.replacing(.nothing, by: event.with(value))
                }
                item.attest(event)
                document.fields[field]?.items[id] = item
            } else if versions.isEmpty || !novel.isEmpty {
                let gap = page.gap()
                let id = edit.makeItem(
                    new.id, new.members, between: gap.left, and: gap.right, besides: named, in: &document)
                page.moveTo(document.fields[field]?.items[id]?.position)
            }
        }
    }
}
