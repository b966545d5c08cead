// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The changes from one version of a document's file to another, each as a write.
///
/// The document may show other values than the first version did: the file may be a merge that took one side whole. A
/// changed value replaces only those writes that have the value which the first version showed, and is then shown. If
/// the document holds another value there, that value stays beside it. Entries that were removed from `conflicts` are
/// settled, provided that `seen` is the same in both versions. A value that the second version lists in `conflicts` is
/// not replaced, and is restored if the document no longer holds it.
struct FileEdit {
    let old: DocumentFile
    let new: DocumentFile
    let author: Author

    /// Returns a document with the changes applied.
    func applied(to document: Document) -> Document {
        var result = document
        if let seen = new.seen, seen == old.seen {
            _ = ConflictSettling(before: old.conflicts, now: new.conflicts, author: author).apply(to: &result)
        }
        let (before, after) = (TypedValues(values: old.fields), TypedValues(values: new.fields))
        let listed = ListedConflicts.all(in: new.conflicts)
        for field in Set(before.values.keys).union(after.values.keys).sorted() where field.isValid {
            let (shown, typed) = (before[field], after[field])
            if shown == typed { continue }
            let (rule, entries) = (new.rule(of: field, in: document), listed[field] ?? ListedConflicts())
            applyEdit(of: field, from: shown, to: typed, rule: rule, listing: entries, in: &result)
        }
        ConflictReopening(file: new, old: old, author: author).apply(to: &result)
        // The removed value may be the one that kept the document out of the trash.
        let falls = !document.isDeleted && result.isDeleted
        if !new.isDeleted, old.isDeleted || falls { result.restore(by: author) }
        // An edit of a file that says before and after that the document is deleted does not restore the document.
        let isMeant = !old.isDeleted || document.isDeleted
        if new.isDeleted, isMeant, !result.isDeleted { result.delete(by: author) }
        return result
    }

    private func applyEdit(
        of field: FieldName, from shown: JSON?, to typed: JSON?, rule: MergeRule, listing entries: ListedConflicts,
        in document: inout Document
    ) {
        if let old = JSON.strings(shown), let new = JSON.strings(typed), rule == .set {
            return SetEdit(field: field, author: author).applyEdit(from: old, to: new, in: &document)
        }
        if let old = JSON.strings(shown), let new = JSON.strings(typed), rule == .text {
            let (old, new) = (old.map { JSON.string($0) }, new.map { JSON.string($0) })
            return TextEdit(field: field, author: author).applyEdit(from: old, to: new, listing: entries, in: &document)
        }
        if let old = TypedItem.all(shown), let new = TypedItem.all(typed), rule == .list {
            return ListRetyping(edit: ListEdit(field: field, author: author), entries: entries)
                .apply(from: old, to: new, in: &document)
        }
        writeValue(typed ?? .null, to: field, over: shown, rule: rule, listing: entries, in: &document)
    }

    /// Writes a value over the writes of the value `shown`. If the document shows that value, what the field holds
    /// under other rules is dropped, except listed values.
    private func writeValue(
        _ value: JSON, to field: FieldName, over shown: JSON?, rule: MergeRule, listing entries: ListedConflicts,
        in document: inout Document
    ) {
        let present = document.fields[field] ?? FieldState()
        var state = present.shown == shown ? FieldState() : present
        let extent = Extent.value(shown ?? .null, sparing: entries.events(of: shown ?? .null))
        let write = document.newWrite(value, by: author)
        let cell = FieldState.ValueCell(rule)
        if cell != .register {
            let listed = Set(entries.entries.filter { $0.place == .value(.register) }.flatMap { $0.writes })
            state.register.formUnion(present.register.writes.filter(listed.contains))
        }
        state[cell] = present[cell].replacing(extent, by: write)
        document.fields[field] = state
    }
}
