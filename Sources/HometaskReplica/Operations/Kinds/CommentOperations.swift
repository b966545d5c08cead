// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// Operations on comments on tasks and photos. A reaction is also a comment, which consists only of an emoji.
public struct CommentOperations {
    let transaction: Transaction

    /// Adds a comment to a task or a photo.
    ///
    /// - Parameters:
    ///   - text: the lines of the comment.
    ///   - subject: the task or photo; its name is used in the log.
    ///   - values: the values of the comment's other fields.
    ///   - id: the id of the comment; nil for a new one.
    /// - Throws: `ReplicaError` if the text is blank or invalid, or the subject is neither a task nor a photo.
    @discardableResult
    public func add(
        _ text: [String], about subject: Subject, values: [FieldName: JSON] = [:], id: DocumentID? = nil
    ) throws -> DocumentID {
        try Self.requireCommentable(subject)
        try Self.checkText(text)
        let id = id ?? transaction.newID()
        var fields: [FieldName: JSON?] = values.mapValues { $0 }
        fields["about"] = subject.json
        fields["created"] = transaction.created
        fields["text"] = .array(text.map { .string($0) })
        try transaction.create(.comment, id: id, fields: fields)
        transaction.describe("commented on \(CommitMessage.quoted(subject.name))")
        return id
    }

    /// Changes a comment of any author.
    ///
    /// - Parameters:
    ///   - id: the comment, which must not be a reaction.
    ///   - text: the new lines, which replace all old lines; nil leaves the text unchanged.
    ///   - change: changes to the comment's other fields.
    /// - Returns: whether anything changed.
    /// - Throws: `ReplicaError` if the text is blank or invalid, or the comment is a reaction.
    @discardableResult
    public func edit(
        _ id: DocumentID, text: [String]? = nil, fields change: FieldChange = FieldChange()
    ) throws -> Bool {
        let record = try record(id)
        if let emoji = record.reaction {
            throw ReplicaError(
                .invalidRequest, "‘\(emoji)’ is a reaction, which has no text to change",
                hint: "Remove it with \(.removeReaction), and react with another emoji.")
        }
        let path = try Transaction.path(of: .comment, id)
        var values = try change.values(at: path, in: transaction)
        if let text {
            try Self.checkText(text)
            values["text"] = .array(text.map { .string($0) })
        }
        if try transaction.writeFields(values, to: path).isEmpty { return false }
        transaction.describe("changed \(whose(record)) \(try place(of: record))")
        return true
    }

    /// Puts a comment or a reaction of any author into the trash.
    public func delete(_ id: DocumentID) throws {
        let record = try record(id)
        try transaction.trash.moveIn(Transaction.path(of: .comment, id))
        transaction.describe("deleted \(whose(record)) \(try place(of: record))")
    }

    /// Restores a comment or a reaction from the trash.
    public func restore(_ id: DocumentID) throws {
        let record = try record(id)
        try transaction.trash.moveOut(Transaction.path(of: .comment, id))
        transaction.describe("restored \(whose(record)) \(try place(of: record))")
    }

    /// Returns the comment or reaction, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> CommentRecord {
        try transaction.record(of: .comment, id) { CommentRecord($0) }
    }

    /// Returns the subject of a comment; nil if the subject is not on this device.
    public func subject(of comment: CommentRecord) throws -> Subject? {
        try SubjectLookup(transaction: transaction).subject(comment.aboutKind, comment.aboutID)
    }

    static func requireCommentable(_ subject: Subject) throws {
        if [.task, .photo].contains(subject.kind) { return }
        throw ReplicaError(
            .invalidRequest, "tasks and photos have comments, and \(Quotation.of(subject.name)) is a \(subject.kind)")
    }

    private static func checkText(_ text: [String]) throws {
        if text.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
            throw ReplicaError(
                .invalidValue, "a comment cannot be empty",
                hint: "Give the text: \(.comment)")
        }
        try TextChecker(noun: "comment").check(text)
    }

    /// Returns a phrase for a comment, naming the author if that is another member: `a comment`, `Ben's comment`.
    private func whose(_ record: CommentRecord) -> String {
        let noun = record.reaction.map { "reaction \($0)" } ?? "comment"
        guard let author = record.createdBy, author != transaction.member,
            let name = try? transaction.members.record(author).name
        else {
            return record.isReaction ? "the \(noun)" : "a \(noun)"
        }
        return "\(name)'s \(noun)"
    }

    /// Returns a phrase for the subject of a comment or reaction, to follow its name: `on 'Mow'`; the text of a comment
    /// if the subject is not on this device.
    private func place(of record: CommentRecord) throws -> String {
        guard let subject = try subject(of: record) else {
            return record.isReaction ? "to something that is not on this device" : CommitMessage.quoted(record.name)
        }
        return "\(record.isReaction ? "to" : "on") \(CommitMessage.quoted(subject.name))"
    }
}

/// Finds the subjects of comments and photos.
struct SubjectLookup {
    let transaction: Transaction

    /// Returns the document that a field `about` refers to; nil if the field is empty, or the document is not on this
    /// device.
    func subject(_ kind: DocumentKind?, _ id: DocumentID?) throws -> Subject? {
        guard let id else { return nil }
        switch kind {
        case .task: return try? Subject(transaction.tasks.record(id))
        case .pin: return try? Subject(transaction.pins.record(id))
        case .note: return try? Subject(transaction.notes.record(id))
        case .hunt: return try? Subject(transaction.hunts.record(id))
        case .photo: return try? Subject(transaction.photos.record(id))
        default: return nil
        }
    }
}
