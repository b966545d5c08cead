// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Where an item of a list goes.
    public enum ItemPlace: Hashable, Sendable {
        /// The front of the list, before all current items.
        case first
        /// The end of the list, after all current items.
        case last
        /// Right before another, named by its id.
        case before(String)
        /// Right after another, named by its id.
        case after(String)
    }

    /// Makes an item of a list, by one event.
    ///
    /// A field that an earlier version wrote as one value becomes a list first (`makeList`).
    ///
    /// - Parameters:
    ///   - members: the item's members; `id` and those that are `null` are left out.
    ///   - field: the list's field.
    ///   - place: where the item goes.
    ///   - id: the item's id, of 1 to 64 letters, digits, `.`, `-` and `_` (ASCII). Omit it for a new id. Pass one if
    ///     two devices that do the same thing independently must make one and the same item, as for the next task of a
    ///     recurring one.
    /// - Returns: the item's id; nil, with no change, if there is no such place, the id is invalid or in use, a member
    ///   is nested more than 50 levels deep, or the field is invalid.
    @discardableResult
    public mutating func insertItem(
        _ members: JSONObject, into field: FieldName, at place: ItemPlace = .last, id: String? = nil, by author: Author
    ) -> String? {
        guard field.isValid, let typed = TypedItem(.object(members)), id.map(ListItem.isID) ?? true else { return nil }
        var changed = self
        changed.makeList(of: field, by: author)
        let others = changed.fields[field]?.orderedItems ?? []
        guard let gap = Self.gap(place, others), id.map({ id in !others.contains { $0.id == id } }) ?? true else {
            return nil
        }
        let event = changed.newItemEvent(id, in: field, by: author)
        let name = id ?? event.dot.description
        changed.makeItem(name, typed.members, in: field, between: gap.left, gap.right, by: event)
        changed.dropOrphans(of: field)
        self = changed
        return name
    }

    /// Writes members of an item, by one event. A write settles the conflicts of the members that it names.
    ///
    /// - Parameters:
    ///   - id: the item's id.
    ///   - members: the members to write; `null` clears one. Members that are not named stay as they are. So does a
    ///     member that shows the given value already and has no conflict. `id` is skipped.
    /// - Returns: whether the document changed; false if there is no such item, or a member is nested more than 50
    ///   levels deep.
    @discardableResult
    public mutating func writeItem(
        _ id: String, _ members: JSONObject, in field: FieldName, by author: Author
    ) -> Bool {
        guard members.members.allSatisfy({ $0.1.isNested(within: ListItem.deepestMember) }),
            items(ofListOrValue: field).contains(where: { $0.id == id })
        else { return false }
        let before = self
        makeList(of: field, by: author)
        if changeItem(id, members, in: field, over: .everything, by: author) { dropOrphans(of: field) }
        return self != before
    }

    /// Moves an item within its list, by one event. The event is too minor to restore what others delete: neither a
    /// deleted document nor a removed item.
    ///
    /// - Returns: whether the document changed; false if there is no such item or place, or if the item is already
    ///   there.
    @discardableResult
    public mutating func moveItem(
        _ id: String, to place: ItemPlace, in field: FieldName, by author: Author
    ) -> Bool {
        var changed = self
        changed.makeList(of: field, by: author)
        let items = changed.fields[field]?.orderedItems ?? []
        guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
        var others = items
        others.remove(at: index)
        guard let gap = Self.gap(place, others), gap.index != index else { return false }
        let event = changed.newWrite(.null, by: author)
        let position = Position.between(gap.left, gap.right, dot: event.dot)
        changed.fields[field]?.items[id]?.put(at: position, by: event)
        changed.dropOrphans(of: field)
        self = changed
        return true
    }

    /// Removes an item from its list. Leaves no trace but `seen`. A concurrent change of the item restores all of it; a
    /// concurrent move does not.
    ///
    /// - Returns: whether the document changed; false if there is no such item.
    @discardableResult
    public mutating func removeItem(_ id: String, from field: FieldName, by author: Author) -> Bool {
        guard items(ofListOrValue: field).contains(where: { $0.id == id }) else { return false }
        makeList(of: field, by: author)
        fields[field]?.items[id] = nil
        dropOrphans(of: field)
        dropEmptyField(field)
        return true
    }

    /// Turns a field that an earlier version wrote as one value, an array of items, into a list, so that items can be
    /// named. Items without an id get one that is the same on every device: the dot of the value's event and the item's
    /// index. Does nothing if the field is already a list, is empty, or does not hold an array of objects.
    ///
    /// - Returns: whether the document changed.
    @discardableResult
    public mutating func makeList(of field: FieldName, by author: Author) -> Bool {
        guard let state = fields[field], state.shownCell != .list, let array = state.shown?.arrayValue else {
            return false
        }
        let named = Self.named(array, by: state.register.shown?.dot)
        guard TypedItem.all(.array(named)) != nil else { return false }
        return put(.array(named), to: field, rule: .list, over: .everything, by: author)
    }

    /// The items that `makeList` would make, or those of the existing list.
    private func items(ofListOrValue field: FieldName) -> [TypedItem] {
        guard let state = fields[field], let shown = state.shown?.arrayValue else { return [] }
        let array = state.shownCell == .list ? shown : Self.named(shown, by: state.register.shown?.dot)
        return TypedItem.all(.array(array)) ?? []
    }

    private static func named(_ array: [JSON], by dot: Dot?) -> [JSON] {
        let ids = TypedItem.all(.array(array))?.map { $0.id } ?? []
        return array.enumerated().map { index, element in
            guard let dot, ids.indices.contains(index), ids[index] == nil, var object = element.objectValue else {
                return element
            }
            object["id"] = .string("\(dot).\(index)")
            return .object(object)
        }
    }

    private typealias Gap = (index: Int, left: Position?, right: Position?)

    /// The gap among the items that a place denotes.
    private static func gap(_ place: ItemPlace, _ items: [PlacedItem]) -> Gap? {
        let index: Int?
        switch place {
        case .first: index = 0
        case .last: index = items.count
        case .before(let id): index = items.firstIndex { $0.id == id }
        case .after(let id): index = items.firstIndex { $0.id == id }.map { $0 + 1 }
        }
        return index.map { index in
            (
                index, index > 0 ? items[index - 1].position : nil,
                index < items.count ? items[index].position : nil
            )
        }
    }

    mutating func dropOrphans(of field: FieldName) {
        guard let items = fields[field]?.items, items.values.contains(where: { !$0.isVisible }) else { return }
        fields[field]?.items = items.filter { $0.value.isVisible }
        dropEmptyField(field)
    }
}
