// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// Changes to a hunt, but not to its clues; nil or empty leaves a value unchanged.
public struct HuntChanges: Hashable, Sendable {
    /// Changes to the other fields, such as the title, whose surrounding white space is removed.
    public var fields: FieldChange
    /// The text before the first clue.
    public var text: [String]?
    /// Whether the clues may be solved in any order.
    public var isFree: Bool?

    /// Creates an empty change.
    public init(title: String? = nil, text: [String]? = nil, isFree: Bool? = nil) {
        self.text = text
        self.isFree = isFree
        fields = FieldChange(title.map { ["title": .string($0)] } ?? [:])
    }

    fileprivate func values(at path: DocumentPath, in transaction: Transaction) throws -> [FieldName: JSON?] {
        var values = try fields.values(at: path, in: transaction)
        if let title = fields.values["title"]?.stringValue {
            values["title"] = .string(try NameChecker(noun: "hunt").checked(title))
        }
        if let text { values["text"] = .array(text.map { .string($0) }) }
        if let isFree { values.updateValue(isFree ? "free" : nil, forKey: "order") }
        return values
    }
}

/// Creates, changes, ends, resumes, deletes and restores hunts.
public struct HuntOperations {
    let transaction: Transaction

    /// Creates a hunt with the clues as written by `HuntDraft`.
    ///
    /// - Throws: `ReplicaError` if a value is invalid.
    @discardableResult
    public func add(_ hunt: HuntChanges, clues: [Clue] = []) throws -> DocumentID {
        let id = transaction.newID()
        var fields = try hunt.values(at: Transaction.path(of: .hunt, id), in: transaction)
        if !clues.isEmpty { fields["clues"] = .array(clues.map(\.json)) }
        fields["created"] = transaction.created
        try transaction.create(.hunt, id: id, fields: fields)
        transaction.describe("made the hunt \(CommitMessage.quoted(try record(id).title))")
        return id
    }

    /// Changes a hunt. The new clues are based on those in the transaction; nil leaves the clues unchanged.
    ///
    /// - Returns: whether anything changed.
    /// - Throws: `ReplicaError` if a value is invalid.
    @discardableResult
    public func edit(_ id: DocumentID, _ changes: HuntChanges, clues: [Clue]? = nil) throws -> Bool {
        let path = try Transaction.path(of: .hunt, id)
        var fields = try changes.values(at: path, in: transaction)
        if let clues { fields["clues"] = .array(clues.map(\.json)) }
        let changed = try transaction.writeFields(fields, to: path)
        if !changed.isEmpty { transaction.describe("changed the hunt \(CommitMessage.quoted(try record(id).title))") }
        return !changed.isEmpty
    }

    /// Finishes a hunt: later solutions do not count.
    ///
    /// - Returns: whether the hunt was not finished before.
    @discardableResult
    public func finish(_ id: DocumentID) throws -> Bool {
        let record = try record(id)
        if record.finishedAt != nil { return false }
        try transaction.writeFields(["finished": transaction.created], to: Transaction.path(of: .hunt, id))
        transaction.describe("finished the hunt \(CommitMessage.quoted(record.title))")
        return true
    }

    /// Resumes a finished hunt.
    ///
    /// - Returns: whether the hunt was finished.
    @discardableResult
    public func resume(_ id: DocumentID) throws -> Bool {
        let record = try record(id)
        if record.finishedAt == nil { return false }
        try transaction.writeFields(["finished": nil], to: Transaction.path(of: .hunt, id))
        transaction.describe("resumed the hunt \(CommitMessage.quoted(record.title))")
        return true
    }

    /// Puts a hunt into the trash. The teams stay part of the hunt.
    public func delete(_ id: DocumentID) throws {
        try transaction.trash.delete(.hunt, id, called: record(id).title)
    }

    /// Restores a hunt from the trash.
    public func restore(_ id: DocumentID) throws {
        try transaction.trash.restore(.hunt, id, called: record(id).title)
    }

    /// Returns the hunt, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> HuntRecord {
        try transaction.record(of: .hunt, id) { HuntRecord($0) }
    }
}
