// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Writes a field by its rule. `nil` clears it. Writing what is shown already, with no conflict, does nothing.
    ///
    /// A `set` takes an array of strings, a `text` an array of lines; any other value is written as a register would
    /// hold it, so that nothing a person typed is dropped. A write settles the field's conflict, if it has one.
    ///
    /// - Returns: whether the document changed.
    @discardableResult
    public mutating func write(_ value: JSON?, to field: FieldName, rule: MergeRule, by author: Author) -> Bool {
        switch rule {
        case .set:
            guard let elements = Self.strings(value) else { break }
            return write(elements: elements, to: field, by: author)
        case .text:
            guard let lines = Self.strings(value) else { break }
            return write(lines: lines.map { .string($0) }, to: field, by: author)
        case .latest: return write(value ?? .null, to: field, cell: \.latest, by: author)
        case .register, .list: break
        }
        return write(value ?? .null, to: field, cell: \.register, by: author)
    }

    /// Puts an element into a set. One that is there already stays as it is.
    @discardableResult
    public mutating func insert(_ element: String, into field: FieldName, by author: Author) -> Bool {
        let key = ExactString(element)
        guard fields[field]?.elements[key] == nil else { return false }
        let write = newWrite(.null, by: author)
        fields[field, default: FieldState()].elements[key] = Siblings(write)
        return true
    }

    /// Takes an element out of a set. Leaves no trace but `seen`, so an addition that is concurrent with it wins.
    @discardableResult
    public mutating func remove(_ element: String, from field: FieldName) -> Bool {
        guard fields[field]?.elements.removeValue(forKey: ExactString(element)) != nil else { return false }
        dropEmptyField(field)
        return true
    }

    /// Replaces one line of a text, which settles the line's conflict; nil takes the line out.
    ///
    /// - Returns: false where there is no such line.
    @discardableResult
    public mutating func write(line: String?, at index: Int, of field: FieldName, by author: Author) -> Bool {
        guard let lines = fields[field]?.orderedLines, lines.indices.contains(index) else { return false }
        let siblings = line.map { Siblings(newWrite(.string($0), by: author)) }
        fields[field]?.lines[lines[index].position] = siblings
        dropEmptyField(field)
        return true
    }

    /// Puts the document into the trash. An edit of content that has not seen this brings it back.
    public mutating func delete(by author: Author) {
        let saw = seen.json
        deletions = Siblings(newWrite(saw, by: author))
    }

    /// Takes the document out of the trash, or settles that an edit brought it back.
    public mutating func restore(by author: Author) {
        guard !deletions.isEmpty else { return }
        deletions = Siblings(newWrite(.null, by: author))
    }

    private mutating func newWrite(_ value: JSON, by author: Author) -> Write {
        Write(dot: seen.advance(author.actor), time: author.time, value: value, isWeak: author.isWeak)
    }

    private mutating func write(
        _ value: JSON, to field: FieldName, cell: WritableKeyPath<FieldState, Siblings>, by author: Author
    ) -> Bool {
        let present = fields[field] ?? FieldState()
        if present.shown == (value.isNull ? nil : value), !isContested(field) { return false }
        var state = FieldState()
        state[keyPath: cell] = Siblings(newWrite(value, by: author))
        fields[field] = state
        return true
    }

    private func isContested(_ field: FieldName) -> Bool {
        fields[field]?.isContested ?? false
    }

    private mutating func write(elements: [String], to field: FieldName, by author: Author) -> Bool {
        let wanted = Set(elements.map { ExactString($0) })
        let present = fields[field]?.elements ?? [:]
        var changed = keepOnly(\.elements, of: field)
        for gone in present.keys.sorted() where !wanted.contains(gone) {
            changed = remove(gone.string, from: field) || changed
        }
        for new in wanted.sorted() where present[new] == nil {
            changed = insert(new.string, into: field, by: author) || changed
        }
        return changed
    }

    private mutating func write(lines new: [JSON], to field: FieldName, by author: Author) -> Bool {
        let old = fields[field]?.orderedLines ?? []
        var changed = keepOnly(\.lines, of: field)
        var lines = fields[field]?.lines ?? [:]
        var left: Position?
        var places = old.map(\.position)[...]
        for step in LineDiff.steps(from: old.map { $0.siblings.shown?.value ?? .null }, to: new) {
            switch step {
            case .keep(let index, _):
                left = old[index].position
            case .edit(let index, let line):
                lines[old[index].position] = Siblings(newWrite(new[line], by: author))
                left = old[index].position
                changed = true
            case .cut(let index):
                lines[old[index].position] = nil
                changed = true
            case .add(let line):
                while let first = places.first, let left, first <= left { places.removeFirst() }
                let write = newWrite(new[line], by: author)
                let place = Position.between(left, places.first, dot: write.dot)
                lines[place] = Siblings(write)
                left = place
                changed = true
            }
        }
        fields[field, default: FieldState()].lines = lines
        dropEmptyField(field)
        return changed
    }

    /// Clears all cells of a field but one, for a write by a rule that the field did not have before.
    private mutating func keepOnly<Cell>(_ cell: WritableKeyPath<FieldState, Cell>, of field: FieldName) -> Bool {
        guard let present = fields[field] else { return false }
        var state = FieldState()
        state[keyPath: cell] = present[keyPath: cell]
        fields[field] = state
        dropEmptyField(field)
        return state != present
    }

    private mutating func dropEmptyField(_ field: FieldName) {
        if fields[field]?.isEmpty == true { fields[field] = nil }
    }

    static func strings(_ value: JSON?) -> [String]? {
        guard let value else { return [] }
        guard let elements = value.arrayValue else { return nil }
        let strings = elements.compactMap(\.stringValue)
        return strings.count == elements.count ? strings : nil
    }
}
