// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Writes a field by its rule. `nil` clears it. Does nothing if the value is already shown and has no conflict.
    ///
    /// A `set` takes an array of strings, a `text` an array of lines, a `list` one of objects. Any other value is
    /// written as a register, so that no typed value is lost. A write settles the field's conflict, if it has one; in a
    /// text or list, it settles the conflicts of the lines and members that it changes.
    ///
    /// The items of a list are distinguished by their `id`: a missing item is removed, a reappearing item is recreated
    /// under its id, and an item without an id (or with a repeated or invalid id) is new.
    ///
    /// Names that cannot be fields of a document (`id`, `conflicts`, `extensions` itself), and values nested more than
    /// 60 levels deep, are not written.
    ///
    /// - Returns: whether the document changed.
    @discardableResult
    public mutating func writeValue(_ value: JSON?, to field: FieldName, rule: MergeRule, by author: Author) -> Bool {
        guard field.isValid, value?.isNested(within: JSONLimits.deepestValue) ?? true else { return false }
        return FieldWrite(field: field, rule: rule, extent: .everything, author: author).putValue(value, into: &self)
    }

    /// Writes a whole array by the rule of lists, like ``writeValue(_:to:rule:by:)``, but with an author for each new
    /// item: `maker` returns the author of the item at an index of the array. All other events, and a value that is not
    /// an array of items, are written by `author`.
    public mutating func writeList(
        _ value: JSON?, to field: FieldName, by author: Author, making maker: @escaping (Int) -> Author
    ) {
        guard field.isValid, let items = TypedItem.all(value) else {
            writeValue(value, to: field, rule: .list, by: author)
            return
        }
        _ = ListReplacement(field: field, extent: .everything, author: author, maker: maker).apply(items, to: &self)
    }

    /// Replaces a line of a text, which resolves the line's conflict; nil removes the line.
    ///
    /// - Returns: false if there is no such line.
    @discardableResult
    public mutating func writeLine(_ line: String?, at index: Int, of field: FieldName, by author: Author) -> Bool {
        TextEdit(field: field, author: author).writeLine(line, at: index, in: &self)
    }

    /// Adds an element to a set. An existing element stays as it is.
    @discardableResult
    public mutating func insert(_ element: String, into field: FieldName, by author: Author) -> Bool {
        guard field.isValid else { return false }
        return SetEdit(field: field, author: author).insert(element, into: &self)
    }

    /// Removes an element from a set. Only `seen` records the removal, so a concurrent addition wins.
    @discardableResult
    public mutating func remove(_ element: String, from field: FieldName) -> Bool {
        guard fields[field]?.elements.removeValue(forKey: ExactString(element)) != nil else { return false }
        fields.dropIfEmpty(field)
        return true
    }

    /// Puts the document into the trash. A concurrent edit of its contents restores it.
    public mutating func delete(by author: Author) {
        let saw = seen.json
        deletions = Siblings(newWrite(saw, by: author))
    }

    /// Restores the document from the trash, or accepts that an edit restored it.
    public mutating func restore(by author: Author) {
        guard !deletions.isEmpty else { return }
        deletions = Siblings(newWrite(.null, by: author))
    }

    /// Applies an edit of the file by a person or another tool: every field whose visible value differs from the shown
    /// one becomes a write of the author.
    ///
    /// A typed value replaces the value that was shown, and is shown; values in `conflicts` stay there. An entry that
    /// was removed from `conflicts` is settled, provided that the file's `seen` equals this document's: otherwise the
    /// file may simply be older. Nothing else in `~merge` is read.
    ///
    /// - Parameters:
    ///   - typed: the members of the edited document.
    ///   - rule: the merge rule of a field.
    ///   - author: the author of the edit.
    /// - Returns: the fields that changed, in byte order.
    @discardableResult
    public mutating func applyHandEdit(
        _ typed: JSONObject, rule: (FieldName) -> MergeRule, by author: Author
    ) -> [FieldName] {
        TypedEdit(file: DocumentFile(typed), author: author).apply(to: &self, rule: rule)
    }

    /// Reverts one change: every field that it changed gets its earlier value, as new writes.
    ///
    /// - Parameters:
    ///   - after: the document right after the change.
    ///   - before: the document right before the change; nil if the change created the document, which is then deleted.
    ///   - author: the author of the revert.
    /// - Throws: `RevertRefusal` if a field has changed since; the document is then unchanged.
    public mutating func revert(
        from after: Document, to before: Document?, by author: Author
    ) throws(RevertRefusal) {
        try Reversion(after: after, before: before, author: author).apply(to: &self)
    }

    /// Creates an author's next event, which writes a value. The event counts as seen, but no place holds it yet.
    mutating func newWrite(_ value: JSON, by author: Author) -> Write {
        Write(dot: seen.advance(author.actor), time: author.time, value: value, isWeak: author.isWeak)
    }
}
