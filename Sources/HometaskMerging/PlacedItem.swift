// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// An item that is there, at its place among the others.
struct PlacedItem: Comparable {
    let id: String
    let item: ListItem
    let position: Position

    /// What people see: the members, and `id` among them.
    var shown: JSON {
        var object = item.shownMembers
        object["id"] = .string(id)
        return .object(object)
    }

    /// The item as somebody would type it.
    var typed: TypedItem { TypedItem(id: id, members: item.shownMembers) }

    /// By position, then by id.
    static func < (left: PlacedItem, right: PlacedItem) -> Bool {
        left.position == right.position
            ? ExactString(left.id) < ExactString(right.id) : left.position < right.position
    }
}
