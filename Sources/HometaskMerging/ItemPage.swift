// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The items of a list while somebody's steps are taken on them, from top to bottom.
struct ItemPage {
    private(set) var items: [String: ListItem]
    /// Where the last step was.
    private var left: Position?

    init(_ items: [String: ListItem]) {
        self.items = items
    }

    /// The item of an id, if it is there.
    subscript(id: String?) -> ListItem? {
        id.flatMap { items[$0] }.flatMap { $0.isVisible ? $0 : nil }
    }

    /// Goes on to an item.
    mutating func pass(_ id: String) {
        if let position = self[id]?.position { left = position }
    }

    /// Takes an item out, with all that is known of it.
    mutating func remove(_ id: String) { items[id] = nil }

    /// Puts an item behind the last step.
    mutating func move(_ id: String, by event: Write) {
        let place = place(for: event, besides: id)
        items[id]?.put(at: place, by: event)
        left = place
    }

    /// Makes an item behind the last step, over all that is known of it.
    mutating func make(_ id: String, _ members: JSONObject, by event: Write) {
        let place = place(for: event, besides: id)
        items[id] = ListItem(members, at: place, by: event)
        left = place
    }

    /// Writes members of an item by one event, each over the writes of one value.
    ///
    /// - Parameter members: by name, the value to write and the one whose writes it takes the place of; nil where it
    ///   takes none's.
    mutating func change(_ id: String, _ members: [(name: ExactString, value: JSON, over: JSON?)], by event: Write) {
        guard var item = self[id] else { return }
        for (name, value, over) in members {
            let siblings = item.members[name] ?? Siblings()
            item.members[name] = siblings.replacing(over.map { .value($0) } ?? .nothing, by: event.with(value))
        }
        item.attest(event)
        items[id] = item
    }

    private func place(for event: Write, besides id: String) -> Position {
        let positions = items.compactMap { $0.key != id && $0.value.isVisible ? $0.value.position : nil }
        let right = positions.filter { position in left.map { $0 < position } ?? true }.min()
        return Position.between(left, right, dot: event.dot)
    }
}
