// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Writes a field by its rule. `nil` clears it. Does nothing if the value is already shown and has no conflict.
    ///
    /// A `set` takes an array of strings, a `text` an array of lines, a `list` one of objects. Any other value is
    /// written as a register would hold it, so that nothing that a person typed is dropped. A write settles the field's
    /// conflict, if it has one; in a text or list, it settles the conflicts of the lines and members that it changes.
    ///
    /// The items of a list are distinguished by their `id`: a missing item is removed, one that reappears is made again
    /// under its id, and one without an id (or with an id that occurs before it or is invalid) is a new item.
    ///
    /// Names that cannot be fields of a document (`id`, `conflicts`, `extensions` itself), and values nested more than
    /// 60 levels deep, are not written.
    ///
    /// - Returns: whether the document changed.
    @discardableResult
    public mutating func write(_ value: JSON?, to field: FieldName, rule: MergeRule, by author: Author) -> Bool {
        guard field.isValid, value?.isNested(within: Self.deepestValue) ?? true else { return false }
        return put(value, to: field, rule: rule, over: .everything, by: author)
    }

    /// Which writes of a place a new write replaces; the others stay as siblings below it.
    enum Extent: Hashable {
        /// All: the writer has seen them.
        case everything
        /// The writes of the shown value: the writer typed over it.
        case shown
        /// The writes of one value, except events that the writer lists as open. The writer saw the value in a version
        /// that showed another value than this one does.
        case value(JSON, sparing: Set<Dot>)
        /// None: the replaced value is not among them.
        case nothing
    }

    mutating func put(
        _ value: JSON?, to field: FieldName, rule: MergeRule, over extent: Extent, by author: Author
    ) -> Bool {
        switch rule {
        case .set:
            guard let elements = Self.strings(value) else { break }
            return write(elements: elements, to: field, by: author)
        case .text:
            guard let lines = Self.strings(value) else { break }
            return write(lines: lines.map { .string($0) }, to: field, over: extent, by: author)
        case .latest: return write(value ?? .null, to: field, in: .latest, over: extent, by: author)
        case .list:
            guard let items = TypedItem.all(value) else { break }
            return write(items: items, to: field, over: extent, by: author)
        case .register: break
        }
        return write(value ?? .null, to: field, in: .register, over: extent, by: author)
    }

    /// Adds an element to a set. An existing element stays as it is.
    @discardableResult
    public mutating func insert(_ element: String, into field: FieldName, by author: Author) -> Bool {
        let key = ExactString(element)
        guard field.isValid else { return false }
        if let present = fields[field], !present.isSet {
            return write(elements: (Self.strings(present.shown) ?? []) + [element], to: field, by: author)
        }
        guard fields[field]?.elements[key] == nil else { return false }
        let write = newWrite(.null, by: author)
        fields[field, default: FieldState()].elements[key] = Siblings(write)
        return true
    }

    /// Removes an element from a set. Leaves no trace but `seen`, so a concurrent addition wins.
    @discardableResult
    public mutating func remove(_ element: String, from field: FieldName) -> Bool {
        guard fields[field]?.elements.removeValue(forKey: ExactString(element)) != nil else { return false }
        dropEmptyField(field)
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

    /// Undoes the deletions of certain actors, as an element is removed from a set: they leave no trace but `seen`.
    /// Unlike a restoration, this does not win against somebody else's deletion at the same time.
    public mutating func forgetDeletions(by isMeant: (ActorID) -> Bool) {
        deletions = Siblings(deletions.writes.filter { !isMeant($0.dot.actor) })
    }

    /// Reverts one change: every field that it changed gets its earlier value, as new writes.
    ///
    /// - Parameters:
    ///   - after: the document right after the change.
    ///   - before: the document right before the change; nil if the change created the document, which is then deleted.
    ///   - author: who reverts the change.
    /// - Throws: `RevertRefusal` if a field shows another value by now; the document is then unchanged.
    public mutating func revert(
        from after: Document, to before: Document?, by author: Author
    ) throws(RevertRefusal) {
        try Reversion(after: after, before: before, author: author).apply(to: &self)
    }

    mutating func newWrite(_ value: JSON, by author: Author) -> Write {
        Write(dot: seen.advance(author.actor), time: author.time, value: value, isWeak: author.isWeak)
    }

    private mutating func write(
        _ value: JSON, to field: FieldName, in cell: FieldState.ValueCell, over extent: Extent,
        by author: Author
    ) -> Bool {
        let present = fields[field] ?? FieldState()
        if present.shown == (value.isNull ? nil : value), Self.conflicts(of: field, present).isEmpty { return false }
        var state = FieldState()
        if cell == .latest { state.register = present.registerLeft(by: extent) }
        state[cell] = present[cell].replacing(extent, by: newWrite(value, by: author))
        fields[field] = state
        return true
    }

    private mutating func write(elements: [String], to field: FieldName, by author: Author) -> Bool {
        let wanted = Set(elements.map { ExactString($0) })
        let present = fields[field]?.elements ?? [:]
        var changed = keepOnly(.set, of: field)
        for gone in present.keys.sorted() where !wanted.contains(gone) {
            changed = remove(gone.string, from: field) || changed
        }
        for new in wanted.sorted() where present[new] == nil {
            changed = insert(new.string, into: field, by: author) || changed
        }
        return changed
    }

    /// Clears all cells of a field but one, for a write by a rule that the field did not have before.
    mutating func keepOnly(_ cell: FieldState.Cell, of field: FieldName) -> Bool {
        guard let present = fields[field] else { return false }
        let state = present.keepingOnly(cell)
        fields[field] = state
        dropEmptyField(field)
        return state != present
    }

    mutating func dropEmptyField(_ field: FieldName) {
        if fields[field]?.isEmpty == true { fields[field] = nil }
    }

    static func strings(_ value: JSON?) -> [String]? {
        guard let value else { return [] }
        guard let elements = value.arrayValue else { return nil }
        let strings = elements.compactMap { $0.stringValue }
        return strings.count == elements.count ? strings : nil
    }
}

extension FieldState {
    /// What a new `latest` value leaves of the register, which it hides, if it replaces this extent.
    fileprivate func registerLeft(by extent: Document.Extent) -> Siblings {
        switch extent {
        case .everything: Siblings()
        case .shown where shownCell == .register: Siblings(register.groups.dropFirst().flatMap { $0 })
        case .shown, .value, .nothing: register
        }
    }
}
