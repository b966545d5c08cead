// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What one event does to the items of a list, and how a whole array is taken for such events.
extension Document {
    /// Makes an item, or makes it again, over all that is known of it.
    mutating func makeItem(
        _ id: String, _ members: JSONObject, in field: FieldName, between left: Position?, _ right: Position?,
        by event: Write
    ) {
        var item = ListItem()
        for (name, value) in members.members where name != "id" {
            item.members[name] = Siblings(event.with(value))
        }
        item.put(at: Position.between(left, right, dot: event.dot), by: event)
        item.attest(event)
        fields[field, default: FieldState()].items[id] = item
    }

    /// Writes members of an item, each that differs from what is shown or is contested; false where none does.
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

    /// Makes the items of a list those given: an item that is missing is removed, one that reappears is made again, one
    /// without an id is a new one, and those that left their sequence are moved.
    mutating func write(items new: [TypedItem], to field: FieldName, over extent: Extent, by author: Author) -> Bool {
        let before = self
        _ = keepOnly(\.items, of: field)
        let old = fields[field]?.orderedItems ?? []
        let places = Dictionary(old.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        for gone in Set(places.keys).subtracting(new.compactMap(\.id)) { fields[field]?.items[gone] = nil }
        let known = new.compactMap { $0.id.flatMap { places[$0] } }
        let staying = Set(ItemOrder.staying(known).map { known[$0] })
        let named = Set(new.compactMap(\.id))
        var left: Position?
        var rest = old.map(\.position)[...]
        for typed in new {
            if let id = typed.id, let place = places[id] {
                if staying.contains(place) {
                    left = old[place].position
                } else {
                    let event = newWrite(.null, by: author)
                    let position = Position.between(left, Self.next(&rest, behind: left), dot: event.dot)
                    fields[field]?.items[id]?.put(at: position, by: event)
                    left = position
                }
                let cleared = old[place].item.shownMembers.keys.filter { typed.members[$0] == nil }
                let members = JSONObject(
                    typed.members.members.map { ($0.0.string, $0.1) } + cleared.map { ($0.string, .null) })
                _ = changeItem(
                    id, members.differing(from: old[place].item.shownMembers), in: field, over: extent, by: author)
            } else {
                let event =
                    typed.id == nil ? newItemEvent(in: field, besides: named, by: author) : newWrite(.null, by: author)
                let id = typed.id ?? event.dot.description
                makeItem(id, typed.members, in: field, between: left, Self.next(&rest, behind: left), by: event)
                left = fields[field]?.items[id]?.position
            }
        }
        if self != before { dropOrphans(of: field) }
        dropEmptyField(field)
        return self != before
    }

    /// An event that no item is named after: a person may have given an item any name.
    mutating func newItemEvent(in field: FieldName, besides named: Set<String> = [], by author: Author) -> Write {
        var event = newWrite(.null, by: author)
        while fields[field]?.items[event.dot.description] != nil || named.contains(event.dot.description) {
            event = newWrite(.null, by: author)
        }
        return event
    }

    /// The first place of the old order that is greater than another.
    private static func next(_ rest: inout ArraySlice<Position>, behind left: Position?) -> Position? {
        while let first = rest.first, let left, first <= left { rest.removeFirst() }
        return rest.first
    }
}

extension JSONObject {
    /// The members whose values are not those of another object, `null` standing for none.
    fileprivate func differing(from other: JSONObject) -> JSONObject {
        JSONObject(members.filter { $0.1 != other[$0.0] ?? .null }.map { ($0.0.string, $0.1) })
    }
}

extension Write {
    /// The same event, writing another value.
    func with(_ value: JSON) -> Write {
        Write(dot: dot, time: time, value: value, isWeak: isWeak)
    }
}
