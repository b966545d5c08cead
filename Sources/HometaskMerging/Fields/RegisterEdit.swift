// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The events that rewrite a value of a register without changing any value.
public struct RegisterEdit {
    let field: FieldName
    let author: Author

    /// Creates the edits of a register by an author.
    public init(field: FieldName, author: Author) {
        self.field = field
        self.author = author
    }

    /// Rewrites one of a register's conflicting values, replacing only that value's own writes, so that it is shown
    /// first.
    ///
    /// Does nothing if the value is already shown or is not in conflict.
    public func raise(_ value: JSON?, in document: inout Document) {
        let value = value ?? .null
        guard let present = document.fields[field]?.register, present.groups.count > 1,
            present.shown?.value != value, present.writes.contains(where: { $0.value == value })
        else { return }
        let write = document.newWrite(value, by: author)
        document.fields[field]?.register = present.replacing(.value(value, sparing: []), by: write)
    }

    /// Rewrites the shown value of a register, replacing all its writes. This records the author without a visible
    /// change.
    public func renew(in document: inout Document) {
        guard let shown = document.fields[field]?.register.shown else { return }
        let renewed = document.newWrite(shown.value, by: author)
        document.fields[field]?.register = Siblings(renewed)
    }
}
