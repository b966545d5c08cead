// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The current position in a list of items while an array is read from its beginning.
struct ItemCursor {
    private var below: ArraySlice<Position>
    private var left: Position?

    init(_ held: [PlacedItem]) {
        below = held.map { $0.position }[...]
    }

    mutating func moveTo(_ place: Position?) {
        if let place { left = place }
    }

    /// The gap after the item that was passed last.
    mutating func gap() -> (left: Position?, right: Position?) {
        while let first = below.first, let left, first <= left { below.removeFirst() }
        return (left, below.first)
    }
}

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
