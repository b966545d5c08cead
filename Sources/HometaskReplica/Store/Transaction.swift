// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// Changes to documents that become one commit atomically.
///
/// Reads see the transaction's own changes. A transaction is passed to a closure and must not leave it.
public final class Transaction: DocumentReader {
    /// The version of the branch when the transaction began.
    private let base: DocumentReader
    /// The actor of all writes of the transaction, and their time.
    public let author: Author
    /// The member on whose behalf this device writes; nil if none was chosen.
    public internal(set) var member: DocumentID?
    /// The message of the commit, with a line for each deed.
    public private(set) var commitMessage = CommitMessage()
    /// The documents that the transaction changed.
    public private(set) var staged: [DocumentPath: StagedDocument] = [:]
    /// The documents whose hand edits have become part of the transaction.
    public internal(set) var takenIn: Set<DocumentPath> = []
    /// The plugins that took part in the changes.
    public private(set) var plugins: [PluginShare] = []
    /// Values of conflicts that were dropped.
    public internal(set) var settled: [SettledConflict] = []
    /// The rules by which documents are written and checked.
    public var rules = DocumentRules()
    /// The tasks and pins for which the changes may affect proofs.
    var proofCandidates = ProofCandidates()
    private var generator: any RandomNumberGenerator
    /// The key of the task that was created last at the time of the transaction, nil for none; looked up lazily.
    private var lastOrder: String??

    /// Creates a transaction on a version; the generator is the source of ids.
    public init(
        over base: DocumentReader, by author: Author, for member: DocumentID?,
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.base = base
        self.author = author
        self.member = member
        self.generator = generator
    }

    /// The time of all writes of the transaction, by the writer's clock; the same throughout.
    public var now: Timestamp { author.time }

    /// `{at, by}`, for the field `created` of documents that are created now.
    public var created: JSON {
        var object: JSONObject = ["at": .string(now.rfc3339)]
        object["by"] = member.map { .string($0.description) }
        return .object(object)
    }

    /// Records that a plugin took part in the changes.
    public func notePlugin(_ share: PluginShare) {
        if !plugins.contains(share) { plugins.append(share) }
    }

    /// Returns a new random id.
    public func newID() -> DocumentID {
        DocumentID.random(using: &generator)
    }

    /// Returns a new id for a task that is created now. The id is random, but follows the id of a task that was created
    /// at the same time, so that lists show the tasks in order of creation.
    public func newTaskID() throws -> DocumentID {
        let id = newID()
        guard let last = try lastCreatedOrder() else { return id }
        return ManualOrder.id(like: id, afterLast: last, createdAt: now) ?? id
    }

    /// Returns a new random actor, never used before.
    func newActor() -> ActorID {
        ActorID.random(using: &generator)
    }

    /// Creates a document with the given values by field; `nil` values are left out. Without an id, it gets a new one.
    ///
    /// - Throws: `ReplicaError` if a value is invalid.
    @discardableResult
    public func create(
        _ kind: DocumentKind, id: DocumentID? = nil, fields: [FieldName: JSON?]
    ) throws -> DocumentPath {
        let id = try id ?? (kind == .task ? newTaskID() : newID())
        let path = try Self.path(of: kind, id)
        guard try document(at: path) == nil else {
            throw ReplicaError(.alreadyExists, "\(path.text) already exists")
        }
        var fields = fields
        if kind == .task { try placeNewTask(id, &fields) }
        try stageNew(maker.makeDocument(kind, id: id, at: path, fields: fields))
        return path
    }

    /// Returns the key of the task that was created last at the time of the transaction; nil if there is none.
    private func lastCreatedOrder() throws -> String? {
        if let lastOrder { return lastOrder }
        let found = try (base as? any VersionReader)?.lastOrder(ofTasksCreatedAt: now)
        lastOrder = .some(found)
        return found
    }

    /// Gives a new task a manual-order position if another task was created at the same time and the ids would put the
    /// new task first.
    func placeNewTask(_ id: DocumentID, _ fields: inout [FieldName: JSON?]) throws {
        guard fields["order"] == nil, fields["created"]??["at"]?.stringValue == now.rfc3339 else { return }
        let last = try lastCreatedOrder()
        let key = ManualOrder.key(of: id, afterLast: last, createdAt: now)
        if let key { fields["order"] = .string(key) }
        lastOrder = key ?? ManualOrder.initial(createdAt: now, id: id)
    }

    /// Creates documents for the transaction, on any thread.
    public var maker: DocumentMaker { DocumentMaker(author: author, rules: rules) }

    /// Adds a document that was created for the transaction; there must be none at its path.
    func stageNew(_ made: NewDocument) {
        stageChecked(made.document, changedFrom: nil, bytes: made.bytes, at: made.path)
    }

    /// Writes fields of a document by their merge rules; `nil` clears a field. Fields that already have the value are
    /// not changed. A weak change is too minor to restore a deleted document.
    ///
    /// - Returns: the fields that changed.
    @discardableResult
    public func writeFields(
        _ values: [FieldName: JSON?], to path: DocumentPath, weakly: Bool = false
    ) throws -> [FieldName] {
        try changeDocument(at: path) { document in
            var changed: [FieldName] = []
            for (field, value) in values.sorted(by: { $0.key < $1.key }) {
                let before = document
                let rule = rule(of: field, in: document)
                if document.writeValue(value, to: field, rule: rule, by: weakly ? author.weakly : author) {
                    changed.append(field)
                    noteSettled(field, from: before, to: document, at: path)
                }
            }
            return changed
        }
    }

    /// Changes a document in any way that documents support; a hand edit of its file is recorded first.
    ///
    /// - Throws: `ReplicaError` if there is no such document, or if it would become invalid.
    @discardableResult
    public func changeDocument<Result>(
        at path: DocumentPath, _ body: (inout Document) throws -> Result
    ) throws -> Result {
        try changeDocument(at: path, follows: { _ in false }, body: body)
    }

    /// Changes a document like the method above. `follows` returns, given the document before the change, whether the
    /// change is derived from another document and not made by a person here.
    func changeDocument<Result>(
        at path: DocumentPath, follows: (Document) -> Bool, body: (inout Document) throws -> Result
    ) throws -> Result {
        guard var document = try current(path) else {
            throw ReplicaError(.notFound, "there is no document \(path.text)")
        }
        let before = document
        let wasEdited = try handEdits.takeIn(into: &document, at: path)
        let isFollowing = !wasEdited && follows(document)
        let result = try body(&document)
        if !isFollowing { document.markAsTouched(since: before, by: author) }
        if document != before { try stage(document, changedFrom: before, at: path) }
        if wasEdited {
            takenIn.insert(path)
            try series.followHandEdit(of: path, from: before)
        }
        return result
    }

    func rule(of field: FieldName, in document: Document) -> MergeRule { rules.rule(of: field, in: document) }

    /// Adds a document to those that the transaction changed, if it is valid.
    ///
    /// - Parameter follows: whether its values are derived from those of another document. If so, they are not checked:
    ///   a sync must not stop at an invalid value that was committed with git. A document that is too large for any
    ///   device to read is left out.
    func stage(
        _ document: Document, changedFrom before: Document?, at path: DocumentPath, follows: Bool = false
    ) throws {
        let bytes: [UInt8]
        if follows {
            bytes = document.encoded()
            if bytes.count > JSONLimits.document.bytes { return }
        } else {
            bytes = try rules.check(document, changedFrom: before, at: path)
        }
        stageChecked(document, changedFrom: before, bytes: bytes, at: path)
    }

    private func stageChecked(
        _ document: Document, changedFrom before: Document?, bytes: [UInt8], at path: DocumentPath
    ) {
        let isKept = staged.count < StagedDocument.mostKept
        staged[path] = StagedDocument(bytes: bytes, document: isKept ? document : nil)
        proofCandidates.noteChange(of: document, from: before, at: path)
    }

    /// Records the values of a conflict that a write replaces, except the shown one, which the author of the write saw.
    private func noteSettled(_ field: FieldName, from before: Document, to after: Document, at path: DocumentPath) {
        let old = before.conflicts.filter { $0.field == field }
        if old.isEmpty { return }
        let open = after.conflicts.filter { $0.field == field }.flatMap { $0.candidates.map(\.value) }
        let kept = Set(open + [after[field] ?? .null] + (after[field]?.arrayValue ?? []))
        for candidate in old.flatMap({ $0.candidates.dropFirst() }) where !kept.contains(candidate.value) {
            settled.append(SettledConflict(path: path, field: field, member: nil, value: candidate.value))
        }
    }

    /// Applies the changes of a closure atomically: if it throws, the transaction rolls back.
    public func allOrNothing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = (commitMessage, staged, takenIn, settled, rules, plugins)
        do {
            return try body()
        } catch {
            (commitMessage, staged, takenIn, settled, rules, plugins) = before
            throw error
        }
    }

    /// Adds a phrase about the changes, to follow a name: `completed 'Take out the bins'`.
    public func describe(_ deed: String) {
        commitMessage.add(deed)
    }

    /// Returns the bytes of a document, with the changes of the transaction.
    public override func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? {
        if let staged = staged[path] { return staged.bytes }
        return try base.bytes(at: path)
    }

    /// Passes the bytes of every document of a kind, with the changes of the transaction.
    public override func forEachDocument(
        of kind: DocumentKind, _ body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) {
        var ours = staged.filter { $0.key.kind == kind }
        var goesOn = true
        try base.forEachDocument(of: kind) { path, bytes throws(ReplicaError) in
            if let staged = ours.removeValue(forKey: path) {
                goesOn = try staged.handOver(at: path, to: body)
            } else {
                goesOn = try body(path, bytes)
            }
            return goesOn
        }
        for (path, staged) in ours.sorted(by: { $0.key.text < $1.key.text }) where goesOn {
            goesOn = try staged.handOver(at: path, to: body)
        }
    }

    /// Returns the paths of the documents of a kind, including new ones.
    public override func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] {
        let known = try base.paths(of: kind, idPrefix: idPrefix)
        let new = staged.keys.filter { $0.kind == kind && $0.id?.hasPrefix(idPrefix) == true }
        return Set(known + new).sorted { $0.text < $1.text }
    }

    /// Returns the hand edit of a document's file that is not part of the transaction yet.
    public override func handEdit(at path: DocumentPath) throws(ReplicaError) -> HandEdit? {
        staged[path] == nil ? try base.handEdit(at: path) : nil
    }

    /// Returns the document, with the changes of the transaction.
    public override func document(at path: DocumentPath) throws(ReplicaError) -> Document? { try current(path) }

    /// Returns the record of a document, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound` if there is no document of that kind with that id.
    func record<Record>(
        of kind: DocumentKind, _ id: DocumentID, reading read: (JSONObject) -> Record?
    ) throws -> Record {
        guard let document = try document(at: Self.path(of: kind, id)), let record = read(document.shown) else {
            throw ReplicaError(.notFound, "there is no \(kind) #\(id)")
        }
        return record
    }

    /// Returns the document before the transaction; nil if there was none, or if it could not be read.
    func earlierDocument(at path: DocumentPath) throws(ReplicaError) -> Document? {
        guard let bytes = try base.bytes(at: path) else { return nil }
        return try? Document.reading(bytes, at: path)
    }

    private func current(_ path: DocumentPath) throws(ReplicaError) -> Document? {
        if let document = staged[path]?.document { return document }
        guard let bytes = try bytes(at: path) else { return nil }
        return try Document.reading(bytes, at: path)
    }
}

extension Transaction {
    /// Returns the path of a document of a kind that this program knows.
    public static func path(of kind: DocumentKind, _ id: DocumentID) throws -> DocumentPath {
        guard let path = DocumentPath(kind: kind, id: id) else {
            throw ReplicaError(.invalidRequest, "documents of the kind ‘\(kind)’ have no place in this version")
        }
        return path
    }
}

/// A value of a conflict that was dropped because a write replaced all values.
public struct SettledConflict: Hashable, Sendable {
    /// The path of the document with the conflict.
    public let path: DocumentPath
    /// The field with the conflict, or the list that contains the item.
    public let field: FieldName
    /// The member of an item of a list; nil if the value was the whole field's.
    public let member: Conflict.ItemMember?
    /// The value that was removed from the document; it stays in history.
    public let value: JSON
}

/// A document that a transaction changed, encoded once into the bytes to be checked and written.
public struct StagedDocument: Sendable {
    /// The canonical bytes, exactly as they will be committed.
    public let bytes: [UInt8]
    /// The decoded document; nil if it is decoded from the bytes on demand.
    let document: Document?

    /// The maximum number of decoded documents that a transaction keeps: they need several times as much memory as the
    /// bytes.
    static let mostKept = 1000

    /// Passes the bytes to the body of an iteration over all documents.
    func handOver(
        at path: DocumentPath, to body: (DocumentPath, UnsafeRawBufferPointer) throws(ReplicaError) -> Bool
    ) throws(ReplicaError) -> Bool {
        try bytes.withUnsafeBufferPointer { (buffer) throws(ReplicaError) -> Bool in
            try body(path, UnsafeRawBufferPointer(buffer))
        }
    }
}

extension Transaction {
    /// Returns the changes of the transaction so far, sorted by the documents' paths.
    public func changes() throws -> [DocumentChange] {
        try staged.keys.sorted { $0.text < $1.text }.compactMap { path in
            guard let after = try document(at: path) else { return nil }
            return DocumentChange(path: path, before: try earlierDocument(at: path), after: after)
        }
    }
}

/// The documents of a named version, so that results derived from them can be cached by that name.
///
/// It is a protocol so that the index and the commands can read versions without depending on the store.
public protocol VersionReader: DocumentReader {
    /// The name of the version: versions with the same name have the same documents, byte for byte.
    var version: String { get }

    /// Returns the problem with the family's own document, as the text of a note: a commit removed the document, so it
    /// is read from history. Nil if there is no problem.
    func familyFault() throws(ReplicaError) -> String?

    /// The last key (`ManualOrder`) that follows from a time among the tasks that were created at this time; nil if
    /// there is none.
    func lastOrder(ofTasksCreatedAt time: Timestamp) throws(ReplicaError) -> String?

    /// Returns the paths of the documents that differ from another version, in any order; nil if the other version is
    /// not known here (any more).
    func paths(changedSince version: String) throws -> [DocumentPath]?
}

/// The result of a write, and its commit.
public struct WriteResult<Result: Sendable>: Sendable {
    /// The result of the closure.
    public let result: Result
    /// The commit's id; nil if nothing changed.
    public let commit: String?
    /// The values of conflicts that the write settled without showing them to its author.
    public let settled: [SettledConflict]

    /// Creates the result of a write.
    public init(result: Result, commit: String?, settled: [SettledConflict]) {
        self.result = result
        self.commit = commit
        self.settled = settled
    }
}
