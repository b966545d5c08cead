// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// An item of a list: its presence, position and members, each of which merges on its own.
///
/// One event writes several cells. An event that makes an item writes all of them; one that changes members writes
/// these and the presence; a move writes only the position. A removal drops all cells and is not an event.
///
/// A write of the presence carries a snapshot of the item. It is needed when the write survives a concurrent removal,
/// which dropped all writes that the remover had seen: the snapshot then restores their values, ranked below any write.
///
/// Invariant: an item without presence is not shown (it was removed in one copy and moved in another), and holds only
/// positions.
struct ListItem: Hashable, Sendable {
    /// Writes that state the item's presence, each with a snapshot of it; empty if the item is not shown.
    var presence = Siblings()
    /// Writes of positions, as text; each has the dot of its position's last step. All are weak: only the presence
    /// makes an item strong.
    var positions = Siblings()
    /// Writes of the members except `id`; `null` if a member was cleared.
    var members: [ExactString: Siblings] = [:]

    init() {}

    /// Creates an item as made by one event.
    init(_ members: JSONObject, at position: Position, by event: Write) {
        for (name, value) in members.members where name != "id" { self.members[name] = Siblings(event.with(value)) }
        place(at: position, by: event)
        attest(event)
    }

    var isEmpty: Bool { presence.isEmpty && positions.isEmpty }

    /// Whether the item is shown.
    var isVisible: Bool { !presence.isEmpty }

    var writes: [Write] { presence.writes + positions.writes + members.values.flatMap { $0.writes } }

    /// The item's position; nil if it has neither a position nor a snapshot with one.
    var position: Position? {
        if let shown = positions.shown { return shown.value.stringValue.flatMap { Position($0) } }
        return presence.shown.flatMap { ItemSnapshot($0.value)?.position }
    }

    /// The shown members, except `id`.
    var shownMembers: JSONObject {
        var found: [(String, JSON)] = []
        for (name, siblings) in members {
            if let value = siblings.shown?.value, !value.isNull { found.append((name.string, value)) }
        }
        for (name, value) in filledMembers { found.append((name.string, value)) }
        return JSONObject(found.sorted { ExactString($0.0) < ExactString($1.0) })
    }

    /// The members without any remaining write, with the values of the greatest snapshot that has them.
    var filledMembers: [ExactString: JSON] {
        var filled: [ExactString: JSON] = [:]
        for write in presence.writes {
            for (name, value) in write.value["value"]?.objectValue?.members ?? JSONObject().members
            where members[name] == nil && filled[name] == nil {
                filled[name] = value
            }
        }
        return filled
    }

    /// Whether a member has several values.
    var isContested: Bool { members.values.contains { $0.groups.count > 1 } }

    /// Writes the item's presence by the event that changed it, with a snapshot of its new state.
    mutating func attest(_ event: Write) {
        guard let position else { return }
        let snapshot = ItemSnapshot(members: shownMembers, position: position)
        presence = Siblings(Write(dot: event.dot, time: event.time, value: snapshot.json, isWeak: event.isWeak))
    }

    /// Puts the item at a position by an event.
    mutating func place(at position: Position, by event: Write) {
        let value = JSON.string(position.description)
        positions = Siblings(Write(dot: event.dot, time: event.time, value: value, isWeak: true))
    }

    static func join(
        _ left: ListItem, seen leftSeen: VersionVector, with right: ListItem, seen rightSeen: VersionVector
    ) -> ListItem {
        if left == right { return left }
        var item = ListItem()
        item.presence = Siblings.join(left.presence, seen: leftSeen, with: right.presence, seen: rightSeen)
        item.positions = Siblings.join(left.positions, seen: leftSeen, with: right.positions, seen: rightSeen)
        item.members = FieldState.join(left.members, seen: leftSeen, with: right.members, seen: rightSeen)
        item.keepInvariant()
        return item
    }

    mutating func keepInvariant() {
        if !isVisible { members = [:] }
    }

    /// Whether a text is a valid item id: 1 to 64 letters, digits, full stops, hyphens and underscores of ASCII.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }

    /// The maximum nesting depth of a member's value, which must be readable nine levels deep in a snapshot.
    static let deepestMember = 50
}

/// The state of an item at the time of a write.
struct ItemSnapshot: Hashable {
    /// The members shown, without `id`.
    var members: JSONObject
    /// The item's position in its list at that time.
    var position: Position

    init(members: JSONObject, position: Position) {
        self.members = members
        self.position = position
    }

    /// Creates a snapshot from the value of a write; nil if the value is not a snapshot.
    init?(_ json: JSON) {
        guard let position = json["position"]?.stringValue.flatMap({ Position($0) }),
            let members = json["value"]?.objectValue, members["id"] == nil,
            members.members.allSatisfy({ !$0.1.isNull && $0.1.isNested(within: ListItem.deepestMember) })
        else { return nil }
        self.init(members: members, position: position)
    }

    var json: JSON { .object(["position": .string(position.description), "value": .object(members)]) }
}

/// An item as a JSON array shows it.
struct TypedItem: Hashable {
    /// The item's id; nil if it has no valid id.
    var id: String?
    /// Its members except `id` and those that are `null`.
    var members: JSONObject

    init(id: String?, members: JSONObject) {
        self.id = id
        self.members = members
    }

    /// Creates an item from an element; nil if the element is not an object, or a member is nested too deep.
    init?(_ json: JSON) {
        guard let object = json.objectValue else { return nil }
        id = object["id"]?.stringValue.flatMap { ListItem.isID($0) ? $0 : nil }
        members = JSONObject(object.members.filter { $0.0 != "id" && !$0.1.isNull }.map { ($0.0.string, $0.1) })
        guard members.members.allSatisfy({ $0.1.isNested(within: ListItem.deepestMember) }) else { return nil }
    }

    /// The items of an array, each id only once, at its first occurrence; nil if an element is not an item.
    static func all(_ json: JSON?) -> [TypedItem]? {
        guard let elements = json?.arrayValue else { return json == nil ? [] : nil }
        var ids: Set<String> = []
        let items = elements.compactMap { element -> TypedItem? in
            guard var item = TypedItem(element) else { return nil }
            if let id = item.id, !ids.insert(id).inserted { item.id = nil }
            return item
        }
        return items.count == elements.count ? items : nil
    }
    /// Names the items that have no id: each takes the id of the first item with equal members, searching `others` in
    /// turn, whose id is not taken yet.
    static func named(_ items: [TypedItem], after others: [TypedItem]...) -> [TypedItem] {
        var used = Set(items.compactMap { $0.id })
        return items.map { item in
            if item.id != nil { return item }
            var named = item
            named.id =
                others.joined().first { other in
                    other.members == item.members && other.id.map { !used.contains($0) } ?? false
                }?.id
            if let id = named.id { used.insert(id) }
            return named
        }
    }
}
