// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events that change the items of a list.
struct ListEdit {
    let field: FieldName
    let author: Author

    /// Inserts a new item; see ``Document/insertItem(_:into:at:id:by:)``.
    ///
    /// - Returns: the item's id; nil, with no change, if there is no such place or the id is in use.
    func insert(
        _ members: JSONObject, at place: Document.ItemPlace, id: String?, into document: inout Document
    ) -> String? {
        var changed = document
        makeList(in: &changed)
        let others = changed.fields[field]?.orderedItems ?? []
        guard let gap = Gap(place, among: others), id.map({ id in !others.contains { $0.id == id } }) ?? true else {
            return nil
        }
        let name = makeItem(id, members, between: gap.left, and: gap.right, in: &changed)
        changed.fields.dropOrphans(of: field)
        document = changed
        return name
    }

    /// Writes members of an item; see ``Document/writeItem(_:_:in:by:)``.
    ///
    /// - Returns: whether the document changed.
    func writeItem(_ id: String, _ members: JSONObject, in document: inout Document) -> Bool {
        guard members.members.allSatisfy({ $0.1.isNested(within: ListItem.deepestMember) }),
            hasItem(id, document.fields[field])
        else { return false }
        let before = document
        makeList(in: &document)
        if changeItem(id, members, over: .everything, in: &document) { document.fields.dropOrphans(of: field) }
        return document != before
    }

    /// Moves an item within its list; see ``Document/moveItem(_:to:in:by:)``.
    ///
    /// - Returns: whether the document changed.
    func move(_ id: String, to place: Document.ItemPlace, in document: inout Document) -> Bool {
        var changed = document
        makeList(in: &changed)
        let items = changed.fields[field]?.orderedItems ?? []
        guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
        var others = items
        others.remove(at: index)
        guard let gap = Gap(place, among: others), gap.index != index else { return false }
        placeItem(id, between: gap.left, and: gap.right, in: &changed)
        changed.fields.dropOrphans(of: field)
        document = changed
        return true
    }

    /// Removes an item from its list; see ``Document/removeItem(_:from:by:)``.
    ///
    /// - Returns: whether the document changed.
    func remove(_ id: String, from document: inout Document) -> Bool {
        guard hasItem(id, document.fields[field]) else { return false }
        makeList(in: &document)
        document.fields[field]?.items[id] = nil
        document.fields.dropOrphans(of: field)
        document.fields.dropIfEmpty(field)
        return true
    }

    /// Turns an array of items into a list; see ``Document/makeList(of:by:)``.
    ///
    /// - Returns: whether the document changed.
    @discardableResult
    func makeList(in document: inout Document) -> Bool {
        guard let state = document.fields[field], state.shownCell != .list, let array = state.shown?.arrayValue else {
            return false
        }
        let named = Self.withIDs(array, by: state.register.shown?.dot)
        guard let items = TypedItem.all(.array(named)) else { return false }
        return ListReplacement(field: field, extent: .everything, author: author).apply(items, to: &document)
    }

    /// Whether an item is among those that `makeList` would create, or in the existing list.
    private func hasItem(_ id: String, _ state: FieldState?) -> Bool {
        guard let state, let shown = state.shown?.arrayValue else { return false }
        let array = state.shownCell == .list ? shown : Self.withIDs(shown, by: state.register.shown?.dot)
        return TypedItem.all(.array(array))?.contains { $0.id == id } ?? false
    }

    private static func withIDs(_ array: [JSON], by dot: Dot?) -> [JSON] {
        let ids = TypedItem.all(.array(array))?.map { $0.id } ?? []
        return array.enumerated().map { index, element in
            guard let dot, ids.indices.contains(index), ids[index] == nil, var object = element.objectValue else {
                return element
            }
            object["id"] = .string("\(dot).\(index)")
            return .object(object)
        }
    }
}

/// The basic steps of list edits. An item is placed between the positions of two others.
extension ListEdit {
    /// Creates or recreates an item by one event, replacing its whole state.
    ///
    /// - Parameters:
    ///   - id: the item's id; nil for a new one, which is the text of the event.
    ///   - named: ids that a new item must not get.
    /// - Returns: the item's id.
    @discardableResult
    func makeItem(
        _ id: String?, _ members: JSONObject, between left: Position?, and right: Position?,
        besides named: Set<String> = [], in document: inout Document
    ) -> String {
        let event = newEvent(id, besides: named, in: &document)
        let name = id ?? event.dot.description
        let position = Position.between(left, right, dot: event.dot)
        document.fields[field, default: FieldState()].items[name] = ListItem(members, at: position, by: event)
        return name
    }

    /// The event that creates an item, with or without a given id. An event whose text is the id of another item is
    /// skipped, because callers may choose arbitrary ids.
    private func newEvent(_ id: String?, besides named: Set<String>, in document: inout Document) -> Write {
        var event = document.newWrite(.null, by: author)
        while id == nil,
            document.fields[field]?.items[event.dot.description] != nil || named.contains(event.dot.description)
        {
            event = document.newWrite(.null, by: author)
        }
        return event
    }

    /// Moves an item by one event.
    ///
    /// - Returns: the item's position.
    @discardableResult
    func placeItem(
        _ id: String, between left: Position?, and right: Position?, in document: inout Document
    ) -> Position {
        let event = document.newWrite(.null, by: author)
        let position = Position.between(left, right, dot: event.dot)
        document.fields[field]?.items[id]?.place(at: position, by: event)
        return position
    }

    /// Writes those members of an item that differ from what is shown or are in conflict; false if there are none.
    func changeItem(_ id: String, _ members: JSONObject, over extent: Extent, in document: inout Document) -> Bool {
        guard var item = document.fields[field]?.items[id], item.isVisible else { return false }
        let shown = item.shownMembers
        let changes = members.members.filter { name, value in
            name != "id" && (value != shown[name] ?? .null || item.members[name]?.groups.count ?? 0 > 1)
        }
        guard !changes.isEmpty else { return false }
        let event = document.newWrite(.null, by: author)
        for (name, value) in changes {
            item.members[name] = (item.members[name] ?? Siblings()).replacing(extent, by: event.with(value))
        }
        item.attest(event)
        document.fields[field]?.items[id] = item
        return true
    }
}

/// The gap between items of a list that a place denotes.
private struct Gap {
    let index: Int
    let left: Position?
    let right: Position?

    /// Creates the gap; nil if the place names a missing item.
    init?(_ place: Document.ItemPlace, among items: [PlacedItem]) {
        let found: Int?
        switch place {
        case .first: found = 0
        case .last: found = items.count
        case .before(let id): found = items.firstIndex { $0.id == id }
        case .after(let id): found = items.firstIndex { $0.id == id }.map { $0 + 1 }
        }
        guard let found else { return nil }
        index = found
        left = found > 0 ? items[found - 1].position : nil
        right = found < items.count ? items[found].position : nil
    }
}
