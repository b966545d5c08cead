// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// Changes to a hunt's title and text; nil leaves a value unchanged.
public struct HuntChanges: Hashable, Sendable {
    /// What it is called.
    public var title: String?
    /// The text before the first clue.
    public var text: [String]?
    /// Let the clues be solved in any order.
    public var isFree: Bool?

    /// A change of nothing.
    public init(title: String? = nil, text: [String]? = nil, isFree: Bool? = nil) {
        self.title = title
        self.text = text
        self.isFree = isFree
    }

    fileprivate func fields() throws -> [FieldName: JSON?] {
        var fields: [FieldName: JSON?] = [:]
        if let title { fields["title"] = .string(try Transaction.checkedName(title, of: "hunt")) }
        if let text { fields["text"] = .array(text.map { .string($0) }) }
        if let isFree { fields.updateValue(isFree ? "free" : nil, forKey: "order") }
        return fields
    }
}

extension Transaction {
    /// Makes a hunt.
    ///
    /// - Parameter clues: its clues, as `HuntDraft` writes them.
    /// - Throws: `ReplicaError` where a value is not valid.
    @discardableResult
    public func addHunt(_ hunt: HuntChanges, clues: [Clue] = []) throws -> DocumentID {
        var fields = try hunt.fields()
        if !clues.isEmpty { fields["clues"] = .array(clues.map(\.json)) }
        fields["created"] = created
        let id = newID()
        try create(.hunt, id: id, fields)
        tell("made the hunt \(Diary.quoted(try self.hunt(id).title))")
        return id
    }

    /// Changes a hunt.
    ///
    /// - Parameter clues: what its clues are from now on, made of those that the transaction holds; nil leaves them.
    /// - Returns: whether anything changed.
    /// - Throws: `ReplicaError` where a value is not valid.
    @discardableResult
    public func editHunt(_ id: DocumentID, _ changes: HuntChanges, clues: [Clue]? = nil) throws -> Bool {
        var fields = try changes.fields()
        if let clues { fields["clues"] = .array(clues.map(\.json)) }
        let changed = try write(fields, to: Self.path(of: .hunt, id))
        if !changed.isEmpty { tell("changed the hunt \(Diary.quoted(try hunt(id).title))") }
        return !changed.isEmpty
    }

    /// Finishes a hunt: clues that are solved later do not count.
    ///
    /// - Returns: whether it was not finished before.
    @discardableResult
    public func finishHunt(_ id: DocumentID) throws -> Bool {
        let record = try hunt(id)
        if record.finishedAt != nil { return false }
        try write(["finished": created], to: Self.path(of: .hunt, id))
        tell("finished the hunt \(Diary.quoted(record.title))")
        return true
    }

    /// Resumes a finished hunt.
    ///
    /// - Returns: whether it was finished.
    @discardableResult
    public func resumeHunt(_ id: DocumentID) throws -> Bool {
        let record = try hunt(id)
        if record.finishedAt == nil { return false }
        try write(["finished": nil], to: Self.path(of: .hunt, id))
        tell("resumed the hunt \(Diary.quoted(record.title))")
        return true
    }

    /// Puts a hunt into the trash. Its teams stay with it.
    public func deleteHunt(_ id: DocumentID) throws {
        let record = try hunt(id)
        try change(Self.path(of: .hunt, id)) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("deleted the hunt \(Diary.quoted(record.title))")
    }

    /// Takes a hunt out of the trash.
    public func restoreHunt(_ id: DocumentID) throws {
        let record = try hunt(id)
        try change(Self.path(of: .hunt, id)) { $0.restore(by: author) }
        tell("restored the hunt \(Diary.quoted(record.title))")
    }

    /// The hunt as it is written in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func hunt(_ id: DocumentID) throws -> HuntRecord {
        guard let document = try document(at: Self.path(of: .hunt, id)), let record = HuntRecord(document.shown) else {
            throw ReplicaError(.notFound, "there is no hunt #\(id)")
        }
        return record
    }
}
