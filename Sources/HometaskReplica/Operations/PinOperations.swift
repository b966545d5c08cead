// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskQueries

extension Transaction {
    /// Makes a pin.
    ///
    /// - Throws: `ReplicaError` where a value is not valid.
    @discardableResult
    public func addPin(_ draft: PinDraft) throws -> DocumentID {
        var draft = draft
        draft.name = try Self.checkedName(draft.name, of: "pin")
        var fields: [FieldName: JSON?] = draft.extensions.byField
        for (field, value) in draft.fields { fields[field] = value }
        fields["created"] = created
        let id = newID()
        try create(.pin, id: id, fields)
        tell("added the pin \(Diary.quoted(draft.name))")
        return id
    }

    /// Changes a pin.
    ///
    /// - Throws: `ReplicaError` where a value is not valid, where an accuracy is given to a pin without coordinates, or
    ///   where a label to take away is not there.
    public func editPin(_ id: DocumentID, _ changes: PinChanges) throws {
        let record = try pin(id)
        var values = try Self.location(of: record, after: changes)
        let name = try changes.name.map { try Self.checkedName($0, of: "pin") }
        if let name { values["name"] = .string(name) }
        if let address = changes.address { values["address"] = .string(address) }
        if changes.removesAddress { values["address"] = .some(nil) }
        if !changes.labels.isEmpty || !changes.unlabels.isEmpty {
            values["labels"] = try Self.labels(of: record, after: changes)
        }
        let path = try Self.path(of: .pin, id)
        values.merge(try self.values(of: changes.extensions, at: path)) { own, _ in own }
        let changed = try write(values, to: path)
        if changed.isEmpty { return }
        if let name, changed == ["name"] {
            tell("renamed the pin \(Diary.quoted(record.name)) to \(Diary.quoted(name))")
        } else if changed == ["location"], changes.coordinates != nil {
            tell("moved the pin \(Diary.quoted(record.name))")
        } else {
            tell("changed the pin \(Diary.quoted(name ?? record.name))")
        }
        if let name { try renameInViews(.pin, record.name, to: name) }
    }

    /// Puts a pin into the trash. Tasks and notes that name it stay as they are.
    public func deletePin(_ id: DocumentID) throws {
        let record = try pin(id)
        try change(Self.path(of: .pin, id)) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("deleted the pin \(Diary.quoted(record.name))")
    }

    /// Takes a pin out of the trash.
    public func restorePin(_ id: DocumentID) throws {
        let record = try pin(id)
        try change(Self.path(of: .pin, id)) { $0.restore(by: author) }
        tell("restored the pin \(Diary.quoted(record.name))")
    }

    /// The pin as it is written in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func pin(_ id: DocumentID) throws -> PinRecord {
        guard let document = try document(at: Self.path(of: .pin, id)), let record = PinRecord(document.shown) else {
            throw ReplicaError(.notFound, "there is no pin #\(id)")
        }
        return record
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
