// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The fields of a document.
extension Dictionary where Key == FieldName, Value == FieldState {
    /// Clears all cells of a field but one, for a write by a rule that the field did not have before.
    ///
    /// - Returns: whether something was cleared.
    mutating func keepOnly(_ cell: FieldState.Cell, of field: FieldName) -> Bool {
        guard let present = self[field] else { return false }
        let state = present.keepingOnly(cell)
        self[field] = state
        dropIfEmpty(field)
        return state != present
    }

    /// Drops the items of a list that are not shown.
    mutating func dropOrphans(of field: FieldName) {
        guard let items = self[field]?.items, items.values.contains(where: { !$0.isVisible }) else { return }
        self[field]?.items = items.filter { $0.value.isVisible }
        dropIfEmpty(field)
    }

    /// Drops a field that is empty.
    mutating func dropIfEmpty(_ field: FieldName) {
        if self[field]?.isEmpty == true { self[field] = nil }
    }
}
