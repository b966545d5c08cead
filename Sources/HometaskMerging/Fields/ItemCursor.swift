// SPDX-License-Identifier: Apache-2.0

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
