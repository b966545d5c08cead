// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// An edit of a document's file by a person or another tool: every field whose visible value differs from the one shown
/// in the document becomes a write.
///
/// A typed value replaces the value that was shown, and is shown; values in `conflicts` stay there. An entry that was
/// removed from `conflicts` is settled, provided that the file's `seen` equals the document's: otherwise the file may
/// simply be older. Nothing else in `~merge` is read.
struct TypedEdit {
    /// The file after the edit.
    let file: DocumentFile
    /// The author of the edit.
    let author: Author

    /// Adds the edit to a document.
    ///
    /// - Parameter rule: the merge rule of a field.
    /// - Returns: the fields that changed, in byte order.
    func apply(to document: inout Document, rule: (FieldName) -> MergeRule) -> [FieldName] {
        var changed: Set<FieldName> = []
        if let seen = file.seen, seen == document.seen {
            let listed = Self.listedConflicts(of: document)
            changed = ConflictSettling(before: listed, now: file.conflicts, author: author).apply(to: &document)
        }
        let typed = TypedValues(values: file.fields)
        return changed.union(typed.writeFields(into: &document, rule: rule, over: .shown, by: author)).sorted()
    }

    /// The entries of `conflicts` for the fields of a document.
    private static func listedConflicts(of document: Document) -> JSON {
        let times = TimeTable([] as [Write])
        let entries = document.fields.map {
            ($0.key.key.string, JSON.array(FieldEncoding($0.value, times: times).conflicts))
        }
        return .object(JSONObject(entries.sorted { $0.0 < $1.0 }))
    }
}
