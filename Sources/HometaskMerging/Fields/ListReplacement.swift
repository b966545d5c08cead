// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events that turn a list into a typed array: missing items are removed, reappearing items recreated, items
/// without an id added, and items out of sequence moved.
struct ListReplacement {
    let field: FieldName
    let extent: Extent
    let author: Author
    /// The author of the item at an index of the array; nil for ``author``.
    var maker: ((Int) -> Author)?

    /// Writes a whole list.
    ///
    /// - Returns: whether the document changed.
    func apply(_ new: [TypedItem], to document: inout Document) -> Bool {
        let before = document
        _ = document.fields.keepOnly(.list, of: field)
        let old = document.fields[field]?.orderedItems ?? []
        let places = Dictionary(keepingFirst: old.enumerated().map { ($1.id, $0) })
        let named = Set(new.compactMap { $0.id })
        for gone in Set(places.keys).subtracting(named) { document.fields[field]?.items[gone] = nil }
        let known = new.compactMap { $0.id.flatMap { places[$0] } }
        let staying = Set(ItemOrder.staying(known).map { known[$0] })
        let stays = { (typed: TypedItem) in typed.id.flatMap { places[$0] }.flatMap { staying.contains($0) ? $0 : nil }
        }
        /// The positions of the items that stay, last first: the right neighbours of the items that are placed before
        /// them.
        var rights = new.reversed().compactMap(stays).map { old[$0].position }
        var left: Position?
        let edit = ListEdit(field: field, author: author)
        for (index, typed) in new.enumerated() {
            if stays(typed) != nil {
                left = rights.removeLast()
            } else if let id = typed.id, places[id] != nil {
                left = edit.placeItem(id, between: left, and: rights.last, in: &document)
            } else {
                let making = ListEdit(field: field, author: maker?(index) ?? author)
                let id = making.makeItem(
                    typed.id, typed.members, between: left, and: rights.last, besides: named, in: &document)
                left = document.fields[field]?.items[id]?.position
            }
            if let place = typed.id.flatMap({ places[$0] }) {
                let members = typed.members.changes(from: old[place].item.shownMembers)
                _ = edit.changeItem(old[place].id, members, over: extent, in: &document)
            }
        }
        if document != before { document.fields.dropOrphans(of: field) }
        document.fields.dropIfEmpty(field)
        return document != before
    }
}

extension JSONObject {
    /// Returns the members whose values differ from the other object's, and `null` for members that only the other
    /// object has.
    fileprivate func changes(from other: JSONObject) -> JSONObject {
        let changed = members.filter { $0.1 != other[$0.0] }.map { ($0.0.string, $0.1) }
        return JSONObject(changed + other.keys.filter { self[$0] == nil }.map { ($0.string, .null) })
    }
}
