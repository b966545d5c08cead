// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Drops values that are in conflict with others, as an element is removed from a set: they leave no trace but
    /// `seen`, so every copy that joins this one drops them too.
    ///
    /// The last value of a place is never dropped. Nor are values that a field holds under rules other than `register`
    /// and `latest`.
    ///
    /// - Parameters:
    ///   - field: the field.
    ///   - isMeant: whether to drop a value of a conflict.
    public mutating func forget(in field: FieldName, where isMeant: (Conflict, Conflict.Candidate) -> Bool) {
        guard var state = fields[field] else { return }
        for conflict in Self.conflicts(of: field, state) {
            let meant = conflict.candidates.filter { isMeant(conflict, $0) }
            guard meant.count < conflict.candidates.count else { continue }
            let writes = Set(meant.flatMap { $0.writes })
            if writes.isEmpty { continue }
            if let line = conflict.line {
                let position = state.orderedLines[line].position
                state.lines[position]?.drop(writes)
            } else if let member = conflict.member {
                state.items[member.item]?.members[ExactString(member.name)]?.drop(writes)
            } else {
                state.register.drop(writes)
                state.latest.drop(writes)
            }
        }
        fields[field] = state
    }

    /// Writes one of a register's conflicting values again, over that value's own writes only, so that it is shown
    /// before the others.
    ///
    /// Does nothing if the value is already shown or is not in conflict.
    public mutating func raise(_ value: JSON?, of field: FieldName, by author: Author) {
        let value = value ?? .null
        guard let present = fields[field]?.register, present.groups.count > 1, present.shown?.value != value,
            present.writes.contains(where: { $0.value == value })
        else { return }
        let raised = present.replacing(.value(value, sparing: []), by: newWrite(value, by: author))
        fields[field]?.register = raised
    }

    /// Writes the shown value of a register again, over all its writes. This records the author and changes nothing
    /// visible.
    public mutating func renew(_ field: FieldName, by author: Author) {
        guard let shown = fields[field]?.register.shown else { return }
        let renewed = newWrite(shown.value, by: author)
        fields[field]?.register = Siblings(renewed)
    }
}
