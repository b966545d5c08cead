// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// Changes to documents that become one commit, or none.
///
/// Reads see the transaction's own changes. A transaction is passed to a closure and must not leave it.
public final class Transaction: DocumentReader {
    /// What the family's branch held when the transaction began.
    private let base: DocumentReader
    /// The actor of all writes of the transaction, and the time that they get.
    public let author: Author
    /// The member on whose behalf this device writes; nil if none was chosen.
    public let member: DocumentID?
    /// What is told of the changes, for the family's diary.
    public private(set) var diary = Diary()
    /// The documents that the transaction changed.
    public private(set) var staged: [DocumentPath: StagedDocument] = [:]
    /// The documents whose hand edits are part of the transaction now.
    public internal(set) var takenIn: Set<DocumentPath> = []
    /// The plugins that had a part in the changes.
    public private(set) var plugins: [PluginShare] = []
    /// Values that lost their place in a conflict.
    public internal(set) var settled: [SettledConflict] = []
    /// What documents are written by and checked against.
    public var rules = DocumentRules()
    /// What the changes may prove of tasks, or prove no more.
    var proofCandidates = ProofCandidates()
    private var generator: any RandomNumberGenerator

    /// A transaction over a version.
    ///
    /// - Parameter generator: where ids come from.
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

    /// `{at, by}`, for the field `created` of what is made now.
    public var created: JSON {
        var object: JSONObject = ["at": .string(now.rfc3339)]
        object["by"] = member.map { .string($0.description) }
        return .object(object)
    }

    /// Notes that a plugin had a part in the changes.
    public func notePlugin(_ share: PluginShare) {
        if !plugins.contains(share) { plugins.append(share) }
    }

    /// A new random id.
    public func newID() -> DocumentID {
        DocumentID.random(using: &generator)
    }

    /// An actor that nobody has used.
    func newActor() -> ActorID {
        ActorID.random(using: &generator)
    }

    /// Makes a document and fills it.
    ///
    /// - Parameter fields: the values by field; `nil` values are left out.
    /// - Throws: `ReplicaError` where a value is not valid.
    @discardableResult
    public func create(
        _ kind: DocumentKind, id: DocumentID? = nil, _ fields: [FieldName: JSON?]
    ) throws -> DocumentPath {
        let id = id ?? newID()
        let path = try Self.path(of: kind, id)
        guard try document(at: path) == nil else {
            throw ReplicaError(.alreadyExists, "\(path.text) exists already")
        }
        try stageMade(maker.make(kind, id: id, at: path, fields))
        return path
    }

    /// What makes documents for the transaction, on any thread.
    public var maker: DocumentMaker { DocumentMaker(author: author, rules: rules) }

    /// Takes in a document that was made for the transaction, at whose place there is none.
    func stageMade(_ made: MadeDocument) {
        stageChecked(made.document, changedFrom: nil, made.bytes, at: made.path)
    }

    /// Writes fields of a document by their rules; `nil` clears one. Fields that hold the value already stay untouched.
    ///
    /// - Parameter weakly: whether the change is too minor to bring a deleted document back.
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
                if document.write(value, to: field, rule: rule, by: weakly ? author.weakly : author) {
                    changed.append(field)
                    noteSettled(field, from: before, to: document, at: path)
                }
            }
            return changed
        }
    }

    /// Changes a document in any way that the document offers; what was typed into its file is taken in first.
    ///
    /// - Throws: `ReplicaError` where there is no such document, or where it would no longer be valid.
    @discardableResult
    public func changeDocument<Result>(
        at path: DocumentPath, _ body: (inout Document) throws -> Result
    ) throws -> Result {
        try changeDocument(at: path, follows: { _ in false }, body)
    }

    /// The same, where the change may follow from another one, as the document before tells, and be nobody's.
    func changeDocument<Result>(
        at path: DocumentPath, follows: (Document) -> Bool, _ body: (inout Document) throws -> Result
    ) throws -> Result {
        guard var document = try current(path) else {
            throw ReplicaError(.notFound, "there is no document \(path.text)")
        }
        let before = document
        let wasEdited = try handEdits.takeIn(into: &document, at: path)
        let isFollowing = !wasEdited && follows(document)
        let result = try body(&document)
        if !isFollowing { Series.touch(&document, changedFrom: before, by: author) }
        if document != before { try stage(document, changedFrom: before, at: path) }
        if wasEdited {
            takenIn.insert(path)
            try series.followHandEdit(of: path, from: before)
        }
        return result
    }

    /// The rule by which a field of a document is written.
    func rule(of field: FieldName, in document: Document) -> MergeRule { rules.rule(of: field, in: document) }

    /// Puts a document among those that the transaction changed, if it is valid.
    ///
    /// - Parameter follows: whether its values follow from those of another document, and nobody chose them here.
    func stage(
        _ document: Document, changedFrom before: Document?, at path: DocumentPath, follows: Bool = false
    ) throws {
        let bytes = try rules.check(document, changedFrom: before, at: path, follows: follows)
        stageChecked(document, changedFrom: before, bytes, at: path)
    }

    private func stageChecked(
        _ document: Document, changedFrom before: Document?, _ bytes: [UInt8], at path: DocumentPath
    ) {
        let isKept = staged.count < StagedDocument.mostKept
        staged[path] = StagedDocument(bytes: bytes, document: isKept ? document : nil)
        proofCandidates.noteChange(of: document, from: before, at: path)
    }

    /// Records the values that a write of a contested field puts an end to, without the shown one, which its author
    /// saw.
    private func noteSettled(_ field: FieldName, from before: Document, to after: Document, at path: DocumentPath) {
        let old = before.conflicts.filter { $0.field == field }
        if old.isEmpty { return }
        let open = after.conflicts.filter { $0.field == field }.flatMap { $0.candidates.map(\.value) }
        let kept = Set(open + [after[field] ?? .null] + (after[field]?.arrayValue ?? []))
        for candidate in old.flatMap({ $0.candidates.dropFirst() }) where !kept.contains(candidate.value) {
            settled.append(SettledConflict(path: path, field: field, member: nil, value: candidate.value))
        }
    }

    /// Does all of something, or leaves the transaction as it was.
    public func allOrNothing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = (diary, staged, takenIn, settled, rules, plugins)
        do {
            return try body()
        } catch {
            (diary, staged, takenIn, settled, rules, plugins) = before
            throw error
        }
    }

    /// Says what was done, in words that follow a name: `completed 'Take out the bins'`.
    public func tell(_ deed: String) {
        diary.add(deed)
    }

    /// The bytes of a document as the transaction has it so far.
    public override func bytes(at path: DocumentPath) throws(ReplicaError) -> [UInt8]? {
        if let staged = staged[path] { return staged.bytes }
        return try base.bytes(at: path)
    }

    /// Passes the bytes of every document of a kind, changed ones as they are now.
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

    /// The places of the documents of a kind, new ones too.
    public override func paths(of kind: DocumentKind, idPrefix: String) throws(ReplicaError) -> [DocumentPath] {
        let known = try base.paths(of: kind, idPrefix: idPrefix)
        let new = staged.keys.filter { $0.kind == kind && $0.id?.hasPrefix(idPrefix) == true }
        return Set(known + new).sorted { $0.text < $1.text }
    }

    /// What a person typed into a document's file and the transaction has not taken in yet.
    public override func handEdit(at path: DocumentPath) throws(ReplicaError) -> HandEdit? {
        staged[path] == nil ? try base.handEdit(at: path) : nil
    }

    /// The document as the transaction has it so far.
    public override func document(at path: DocumentPath) throws(ReplicaError) -> Document? { try current(path) }

    /// The record of a document, with the changes of the transaction.
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

    /// The document as it was before the transaction; nil if there was none, or none that can be read.
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
    /// The place of a document of a kind this program knows.
    public static func path(of kind: DocumentKind, _ id: DocumentID) throws -> DocumentPath {
        guard let path = DocumentPath(kind: kind, id: id) else {
            throw ReplicaError(.invalidRequest, "documents of the kind ‘\(kind)’ have no place in this version")
        }
        return path
    }
}
