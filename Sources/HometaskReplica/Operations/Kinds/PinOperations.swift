// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskQueries

/// Creates, changes, deletes and restores pins.
public struct PinOperations {
    let transaction: Transaction

    /// Creates a pin.
    ///
    /// - Throws: `ReplicaError` if a value is invalid.
    @discardableResult
    public func add(_ draft: PinDraft) throws -> DocumentID {
        var draft = draft
        draft.name = try NameChecker(noun: "pin").checked(draft.name)
        var fields: [FieldName: JSON?] = draft.fields.mapValues { $0 }
        fields["created"] = transaction.created
        let id = transaction.newID()
        try transaction.create(.pin, id: id, fields: fields)
        transaction.describe("added the pin \(CommitMessage.quoted(draft.name))")
        return id
    }

    /// Changes a pin.
    ///
    /// - Throws: `ReplicaError` if a value is invalid, if an accuracy is given for a pin without coordinates, or if a
    ///   label to remove does not exist.
    public func edit(_ id: DocumentID, _ changes: PinChanges) throws {
        let record = try record(id)
        var values = try Self.location(of: record, after: changes)
        let name = try changes.name.map { try NameChecker(noun: "pin").checked($0) }
        if let name { values["name"] = .string(name) }
        if !changes.labels.isEmpty || !changes.unlabels.isEmpty {
            values["labels"] = try Self.labels(of: record, after: changes)
        }
        let path = try Transaction.path(of: .pin, id)
        values.merge(try changes.fields.values(at: path, in: transaction)) { own, _ in own }
        let changed = try transaction.writeFields(values, to: path)
        if changed.isEmpty { return }
        if let name, changed == ["name"] {
            transaction.describe(
                "renamed the pin \(CommitMessage.quoted(record.name)) to \(CommitMessage.quoted(name))")
        } else if changed == ["location"], changes.coordinates != nil {
            transaction.describe("moved the pin \(CommitMessage.quoted(record.name))")
        } else {
            transaction.describe("changed the pin \(CommitMessage.quoted(name ?? record.name))")
        }
        if let name { try transaction.views.renameInQueries(.pin, record.name, to: name) }
    }

    /// Puts a pin into the trash. Tasks and notes that refer to it are not changed.
    public func delete(_ id: DocumentID) throws {
        try transaction.trash.delete(.pin, id, called: record(id).name)
    }

    /// Restores a pin from the trash.
    public func restore(_ id: DocumentID) throws {
        try transaction.trash.restore(.pin, id, called: record(id).name)
    }

    /// Returns the pin, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> PinRecord {
        try transaction.record(of: .pin, id) { PinRecord($0) }
    }

    private static func location(of pin: PinRecord, after changes: PinChanges) throws -> [FieldName: JSON?] {
        if changes.removesLocation { return ["location": nil] }
        guard changes.coordinates != nil || changes.accuracy != nil else { return [:] }
        guard let coordinates = changes.coordinates ?? pin.coordinates else {
            throw ReplicaError(
                .invalidRequest, "‘\(pin.name)’ has no coordinates, so it cannot have an accuracy",
                hint: "Give the location too: \(.saying(.location))")
        }
        return ["location": coordinates.location(accuracy: changes.accuracy)]
    }

    private static func labels(of pin: PinRecord, after changes: PinChanges) throws -> JSON {
        let present = Set(pin.labels.map { ExactString($0) })
        let removed = Set(changes.unlabels.map { ExactString($0) })
        if let missing = removed.subtracting(present).min() {
            throw ReplicaError(
                .notFound, "‘\(pin.name)’ has no label ‘\(missing.string)’",
                hint: pin.labels.isEmpty ? "It has none." : "It has: \(pin.labels.joined(separator: ", ")).")
        }
        let labels = present.subtracting(removed).union(changes.labels.map { ExactString($0) })
        return .array(labels.sorted().map { .string($0.string) })
    }
}
