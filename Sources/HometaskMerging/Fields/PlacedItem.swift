// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A visible item with its position among the others.
struct PlacedItem: Comparable {
    let id: String
    let item: ListItem
    let position: Position

    /// The shown members, including `id`.
    var shown: JSON {
        var object = item.shownMembers
        object["id"] = .string(id)
        return .object(object)
    }

    /// The item in the form of a typed array.
    var typed: TypedItem { TypedItem(id: id, members: item.shownMembers) }

    /// Compares by position, then by id.
    static func < (left: PlacedItem, right: PlacedItem) -> Bool {
        left.position == right.position
            ? ExactString(left.id) < ExactString(right.id) : left.position < right.position
    }
}
