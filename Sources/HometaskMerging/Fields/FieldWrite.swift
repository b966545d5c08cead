// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A write of a whole field by its rule.
struct FieldWrite {
    let field: FieldName
    let rule: MergeRule
    let extent: Extent
    let author: Author

    /// Writes a value; a value that does not fit the rule is written to the register.
    ///
    /// - Returns: whether the document changed.
    func putValue(_ value: JSON?, into document: inout Document) -> Bool {
        switch rule {
        case .set:
            guard let elements = JSON.strings(value) else { break }
            return SetEdit(field: field, author: author).replace(with: elements, in: &document)
        case .text:
            guard let lines = JSON.strings(value) else { break }
            return TextEdit(field: field, author: author)
                .replace(with: lines.map { .string($0) }, over: extent, in: &document)
        case .list:
            guard let items = TypedItem.all(value) else { break }
            return ListReplacement(field: field, extent: extent, author: author).apply(items, to: &document)
        case .register, .latest: break
        }
        return putValue(value ?? .null, into: FieldState.ValueCell(rule), of: &document)
    }

    private func putValue(_ value: JSON, into cell: FieldState.ValueCell, of document: inout Document) -> Bool {
        let present = document.fields[field] ?? FieldState()
        if present.shown == (value.isNull ? nil : value), present.conflicts(of: field).isEmpty { return false }
        var state = FieldState()
        if cell != .register { state.register = present.registerLeft(by: extent) }
        state[cell] = present[cell].replacing(extent, by: document.newWrite(value, by: author))
        document.fields[field] = state
        return true
    }
}

extension FieldState {
    /// The remainder of the register, which is hidden by a new value of another cell that replaces this extent.
    fileprivate func registerLeft(by extent: Extent) -> Siblings {
        switch extent {
        case .everything: Siblings()
        case .shown where shownCell == .register: Siblings(register.groups.dropFirst().flatMap { $0 })
        case .shown, .value, .nothing: register
        }
    }
}
