// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The items of a list.
extension Document {
    /// The destination of an item in a list.
    public enum ItemPlace: Hashable, Sendable {
        /// The front of the list, before all current items.
        case first
        /// The end of the list, after all current items.
        case last
        /// Right before the item with this id.
        case before(String)
        /// Right after the item with this id.
        case after(String)
    }

    /// Inserts an item into a list, by one event.
    ///
    /// A field that an earlier version wrote as one value becomes a list first (`makeList`).
    ///
    /// - Parameters:
    ///   - members: the item's members; `id` and those that are `null` are left out.
    ///   - field: the list's field.
    ///   - place: the item's destination.
    ///   - id: the item's id, of 1 to 64 letters, digits, `.`, `-` and `_` (ASCII). Omit it for a new id. Pass one if
    ///     two devices must independently insert the same item, as for the next task of a recurring one.
    ///   - author: the author of the event, which restores a deleted document unless the author is weak.
    /// - Returns: the item's id; nil, with no change, if there is no such place, the id is invalid or in use, a member
    ///   is nested more than 50 levels deep, or the field is invalid.
    @discardableResult
    public mutating func insertItem(
        _ members: JSONObject, into field: FieldName, at place: ItemPlace = .last, id: String? = nil, by author: Author
    ) -> String? {
        guard field.isValid, let typed = TypedItem(.object(members)), id.map(ListItem.isID) ?? true else { return nil }
        return ListEdit(field: field, author: author).insert(typed.members, at: place, id: id, into: &self)
    }

    /// Writes members of an item, by one event. A write settles the conflicts of the written members.
    ///
    /// - Parameters:
    ///   - id: the item's id.
    ///   - members: the members to write; `null` clears one. Unnamed members are unchanged, and so is a member that
    ///     already shows the given value without a conflict. `id` is skipped.
    ///   - field: the list's field.
    ///   - author: the author of the event, which restores a deleted document unless the author is weak.
    /// - Returns: whether the document changed; false if there is no such item, or a member is nested more than 50
    ///   levels deep.
    @discardableResult
    public mutating func writeItem(
        _ id: String, _ members: JSONObject, in field: FieldName, by author: Author
    ) -> Bool {
        ListEdit(field: field, author: author).writeItem(id, members, in: &self)
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
        ListEdit(field: field, author: author).move(id, to: place, in: &self)
    }

    /// Removes an item from its list; only `seen` records the removal. A concurrent change of the item restores all of
    /// it; a concurrent move does not.
    ///
    /// - Returns: whether the document changed; false if there is no such item.
    @discardableResult
    public mutating func removeItem(_ id: String, from field: FieldName, by author: Author) -> Bool {
        ListEdit(field: field, author: author).remove(id, from: &self)
    }

    /// Turns a field that an earlier version wrote as one value, an array of items, into a list, so that items have
    /// ids. Items without an id get one that is the same on every device: the dot of the value's event and the item's
    /// index. Does nothing if the field is already a list, is empty, or does not hold an array of objects.
    ///
    /// - Returns: whether the document changed.
    @discardableResult
    public mutating func makeList(of field: FieldName, by author: Author) -> Bool {
        ListEdit(field: field, author: author).makeList(in: &self)
    }
}
