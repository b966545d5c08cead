// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// This document, which is the join of the parents' meanings, with the values that the merge's file shows and no
    /// parent has.
    ///
    /// A merge by another tool or a person is no reason to drop anything. What the merge removed or reordered stays as
    /// it is here. A value that the merge chose from a parent is already here. A value of the merge's own is added
    /// beside the others, and shown.
    ///
    /// - Parameter parents: the members of the parents' files.
    func addingUnseenValues(of typed: JSONObject, besides parents: [JSONObject], by author: Author) -> Document {
        var result = self
        let known = parents.map { Self.fields(of: $0) }
        for (field, value) in Self.fields(of: typed).sorted(by: { $0.key < $1.key }) where field.isValid {
            let shown = known.compactMap { $0[field] }
            if value.isNull || shown.contains(value) { continue }
            let rule = rule(of: field, stampedIn: typed)
            if let new = Self.strings(value), rule == .set {
                result.add(elements: new, to: field, besides: shown, by: author)
            } else if let new = Self.strings(value), rule == .text {
                result.add(lines: new.map { .string($0) }, to: field, besides: shown, by: author)
            } else if let new = TypedItem.all(value), rule == .list {
                result.add(items: new, to: field, besides: shown.map { TypedItem.all($0) ?? [] }, by: author)
            } else {
                result.add(value, to: field, rule: rule, by: author)
            }
        }
        return result
    }

    /// This document, which had no file, with the values of a file that somebody has added for it.
    ///
    /// No value was shown, so the file cannot have replaced any. A merge may have left the file out, and this document
    /// may hold more than its last file did.
    func restoredFromFile(as typed: JSONObject, by author: Author) -> Document {
        var result = addingUnseenValues(of: typed, besides: [], by: author)
        result.reopenConflicts(listedIn: typed, notIn: members, by: author)
        if isDeleted, typed["deleted"] == nil { result.restore(by: author) }
        return result
    }

    private mutating func add(_ value: JSON, to field: FieldName, rule: MergeRule, by author: Author) {
        var state = fields[field] ?? FieldState()
        if state.register.writes.contains(where: { $0.value == value }) { return }
        if state.latest.writes.contains(where: { $0.value == value }) { return }
        let cell: FieldState.ValueCell = rule == .latest ? .latest : .register
        state[cell] = state[cell].replacing(.nothing, by: newWrite(value, by: author))
        fields[field] = state
    }

    private mutating func add(elements: [String], to field: FieldName, besides shown: [JSON], by author: Author) {
        let known = Set(shown.flatMap { Self.strings($0) ?? [] }.map { ExactString($0) })
        for element in Set(elements.map { ExactString($0) }).subtracting(known).sorted()
        where fields[field]?.elements[element] == nil {
            let write = newWrite(.null, by: author)
            fields[field, default: FieldState()].elements[element] = Siblings(write)
        }
    }

    /// A line that replaces another becomes its sibling; an additional line becomes a line of its own.
    private mutating func add(lines: [JSON], to field: FieldName, besides shown: [JSON], by author: Author) {
        let held = fields[field]?.orderedLines ?? []
        let known = Set(shown.flatMap { Self.strings($0) ?? [] }.map { JSON.string($0) })
            .union(held.flatMap { $0.siblings.writes.map { $0.value } })
        var page = LineCursor(fields[field]?.lines ?? [:])
        for step in LineDiff.steps(from: held.map { $0.siblings.shown?.value ?? .null }, to: lines) {
            switch step {
            case .keep(let index, _): page.pass(held[index].position)
            case .edit(let index, let line):
                if known.contains(lines[line]) {
                    page.pass(held[index].position)
                } else {
                    page.replace(held[index].position, .nothing, by: newWrite(lines[line], by: author))
                }
            case .add(let line) where !known.contains(lines[line]): page.add(newWrite(lines[line], by: author))
            case .cut, .add: break
            }
        }
        fields[field, default: FieldState()].lines = page.lines
        dropEmptyField(field)
    }
}
