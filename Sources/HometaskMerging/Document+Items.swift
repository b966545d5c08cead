// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events that change the items of a list, and how a whole array is turned into such events.
extension Document {
    /// Makes an item, or makes it again, over everything that is known of it.
    mutating func makeItem(
        _ id: String, _ members: JSONObject, in field: FieldName, between left: Position?, _ right: Position?,
        by event: Write
    ) {
        let position = Position.between(left, right, dot: event.dot)
        fields[field, default: FieldState()].items[id] = ListItem(members, at: position, by: event)
    }

    /// Writes those members of an item that differ from what is shown or are in conflict; false if there are none.
    mutating func changeItem(
        _ id: String, _ members: JSONObject, in field: FieldName, over extent: Extent, by author: Author
    ) -> Bool {
        guard var item = fields[field]?.items[id], item.isVisible else { return false }
        let shown = item.shownMembers
        let changes = members.members.filter { name, value in
            name != "id" && (value != shown[name] ?? .null || item.members[name]?.groups.count ?? 0 > 1)
        }
        guard !changes.isEmpty else { return false }
        let event = newWrite(.null, by: author)
        for (name, value) in changes {
            item.members[name] = (item.members[name] ?? Siblings()).replacing(extent, by: event.with(value))
        }
        item.attest(event)
        fields[field]?.items[id] = item
        return true
    }

    /// Writes a whole list: a missing item is removed, one that reappears is made again, one without an id is new, and
    /// those that left their sequence are moved.
    ///
    /// - Parameter maker: the author of the item at an index; nil for `author`.
    mutating func write(
        items new: [TypedItem], to field: FieldName, over extent: Extent, by author: Author,
        making maker: ((Int) -> Author)? = nil
    ) -> Bool {
        let before = self
        _ = keepOnly(.list, of: field)
        let old = fields[field]?.orderedItems ?? []
        let places = Dictionary(keepingFirst: old.enumerated().map { ($1.id, $0) })
        for gone in Set(places.keys).subtracting(new.compactMap({ $0.id })) { fields[field]?.items[gone] = nil }
        let known = new.compactMap { $0.id.flatMap { places[$0] } }
        let staying = Set(ItemOrder.staying(known).map { known[$0] })
        let named = Set(new.compactMap { $0.id })
        let stays = { (typed: TypedItem) in typed.id.flatMap { places[$0] }.flatMap { staying.contains($0) ? $0 : nil }
        }
        /// The positions of the items that stay, last first: the right neighbours of the items that are placed before
        /// them.
        var rights = new.reversed().compactMap(stays).map { old[$0].position }
        var left: Position?
        for (index, typed) in new.enumerated() {
            if stays(typed) != nil {
                left = rights.removeLast()
            } else if let id = typed.id, places[id] != nil {
                let event = newWrite(.null, by: author)
                let position = Position.between(left, rights.last, dot: event.dot)
                fields[field]?.items[id]?.put(at: position, by: event)
                left = position
            } else {
                let event = newItemEvent(typed.id, in: field, besides: named, by: maker?(index) ?? author)
                let id = typed.id ?? event.dot.description
                makeItem(id, typed.members, in: field, between: left, rights.last, by: event)
                left = fields[field]?.items[id]?.position
            }
            if let place = typed.id.flatMap({ places[$0] }) {
                let members = typed.members.changes(from: old[place].item.shownMembers)
                _ = changeItem(old[place].id, members, in: field, over: extent, by: author)
            }
        }
        if self != before { dropOrphans(of: field) }
        dropEmptyField(field)
        return self != before
    }

    /// The event that makes an item, with a given id or without one. An event whose text is the id of another item is
    /// skipped, since a person may have given an item any name.
    mutating func newItemEvent(
        _ id: String?, in field: FieldName, besides named: Set<String> = [], by author: Author
    ) -> Write {
        var event = newWrite(.null, by: author)
        while id == nil,
            fields[field]?.items[event.dot.description] != nil || named.contains(event.dot.description)
        {
            event = newWrite(.null, by: author)
        }
        return event
    }
}

extension JSONObject {
    /// The members whose values the other object does not have, and `null` for the members that only the other has.
    fileprivate func changes(from other: JSONObject) -> JSONObject {
        let changed = members.filter { $0.1 != other[$0.0] }.map { ($0.0.string, $0.1) }
        return JSONObject(changed + other.keys.filter { self[$0] == nil }.map { ($0.string, .null) })
    }
}

extension Write {
    /// The same event, writing another value.
    func with(_ value: JSON) -> Write {
        Write(dot: dot, time: time, value: value, isWeak: isWeak)
    }
}
