// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

/// Operations on the family's own settings.
public struct FamilyOperations {
    let transaction: Transaction

    /// Creates the initial documents of a new family.
    package func create(_ draft: FamilyDraft) throws {
        try transaction.create(
            .family,
            fields: [
                "name": .string(draft.name), "zone": .string(draft.zone), "email": draft.email.map { .string($0) },
                "created": ["at": .string(transaction.now.rfc3339)],
            ])
        try transaction.views.addFirst()
        transaction.describe("founded the family")
    }

    /// Changes one of the family's own settings for everybody; nil restores the default.
    ///
    /// - Parameters:
    ///   - field: the field of `family.json`.
    ///   - name: the display name of the setting, for the log.
    ///   - value: the value as stored in that field; nil for the default.
    ///   - words: the value as displayed.
    public func set(_ field: FieldName, called name: String, to value: JSON?, told words: String?) throws {
        guard try !transaction.writeFields([field: value], to: .family).isEmpty else { return }
        transaction.describe(
            words.map { "set the family's \(name) to \(CommitMessage.quoted($0))" } ?? "cleared the family's \(name)")
    }

    /// Changes the fields that plugins added to the family, for everybody.
    ///
    /// - Returns: the fields that changed.
    @discardableResult
    public func edit(_ change: FieldChange) throws -> [FieldName] {
        let changed = try transaction.writeFields(change.values(at: .family, in: transaction), to: .family)
        if !changed.isEmpty {
            transaction.describe("changed the family's \(changed.map(\.words).list(with: "and"))")
        }
        return changed
    }
}
