// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events that change the elements of a set.
struct SetEdit {
    let field: FieldName
    let author: Author

    /// Adds an element. An existing element stays as it is. A value that is not a set becomes one.
    ///
    /// - Returns: whether the document changed.
    func insert(_ element: String, into document: inout Document) -> Bool {
        if let present = document.fields[field], !present.isSet {
            return replace(with: (JSON.strings(present.shown) ?? []) + [element], in: &document)
        }
        return add(ExactString(element), to: &document)
    }

    /// Replaces the elements of the set, and makes the set the only value of the field.
    ///
    /// - Returns: whether the document changed.
    func replace(with elements: [String], in document: inout Document) -> Bool {
        let wanted = Set(elements.map { ExactString($0) })
        let present = document.fields[field]?.elements ?? [:]
        var changed = document.fields.keepOnly(.set, of: field)
        for gone in present.keys.sorted() where !wanted.contains(gone) {
            changed = document.remove(gone.string, from: field) || changed
        }
        for new in wanted.sorted() where present[new] == nil {
            changed = add(new, to: &document) || changed
        }
        return changed
    }

    /// Applies the differences between two sets to the elements held here.
    func applyEdit(from old: [String], to new: [String], in document: inout Document) {
        let (shown, typed) = (Set(old.map { ExactString($0) }), Set(new.map { ExactString($0) }))
        for gone in shown.subtracting(typed).sorted() { document.remove(gone.string, from: field) }
        add(new, besides: old, to: &document)
    }

    /// Adds those elements that are not among others.
    func add(_ elements: [String], besides known: [String], to document: inout Document) {
        let known = Set(known.map { ExactString($0) })
        for element in Set(elements.map { ExactString($0) }).subtracting(known).sorted() {
            _ = add(element, to: &document)
        }
    }

    /// Adds an element beside whatever else the field holds.
    private func add(_ element: ExactString, to document: inout Document) -> Bool {
        guard document.fields[field]?.elements[element] == nil else { return false }
        let write = document.newWrite(.null, by: author)
        document.fields[field, default: FieldState()].elements[element] = Siblings(write)
        return true
    }
}
