// SPDX-License-Identifier: Apache-2.0

/// Drops values the way a set drops elements: only `seen` records the removal, so every copy that joins this one drops
/// them too.
extension Document {
    /// Drops values that are in conflict with others.
    ///
    /// The last value of a place is never dropped. Nor are values that a field holds under rules other than `register`
    /// and `latest`.
    ///
    /// - Parameters:
    ///   - field: the field.
    ///   - isMeant: selects the values of a conflict to drop.
    public mutating func forget(in field: FieldName, where isMeant: (Conflict, Conflict.Candidate) -> Bool) {
        fields[field]?.forget(in: field, where: isMeant)
    }

    /// Drops writes of a field's parts: those that a closure selects in each part. An element, a line or an item
    /// without any remaining write is gone.
    public mutating func forgetParts(of field: FieldName, _ stale: (FieldPart) -> [Write]) {
        fields[field]?.forgetParts(stale)
        fields.dropOrphans(of: field)
        fields.dropIfEmpty(field)
    }

    /// Undoes the deletions of certain actors. Unlike a restoration, this loses against a concurrent deletion by
    /// others.
    public mutating func forgetDeletions(by isMeant: (ActorID) -> Bool) {
        deletions = Siblings(deletions.writes.filter { !isMeant($0.dot.actor) })
    }
}
