// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

extension Transaction {
    /// Comments on a task or a photo.
    ///
    /// - Throws: `ReplicaError` where the text is blank or not valid, or the subject is something else.
    @discardableResult
    public func addComment(_ text: [String], about subject: Subject) throws -> DocumentID {
        try Self.requireCommentable(subject)
        try Self.checkComment(text)
        let id = newID()
        let lines = JSON.array(text.map { .string($0) })
        try create(.comment, id: id, ["about": subject.json, "created": created, "text": lines])
        tell("commented on \(Diary.quoted(subject.name))")
        return id
    }

    /// Changes the text of a comment, whoever wrote it.
    ///
    /// - Returns: whether it is another text.
    /// - Throws: `ReplicaError` where it is blank or not valid, or the comment is a reaction.
    @discardableResult
    public func editComment(_ id: DocumentID, text: [String]) throws -> Bool {
        let record = try comment(id)
        if let emoji = record.reaction {
            throw ReplicaError(
                .invalidRequest, "‘\(emoji)’ is a reaction, which has no text to change",
                hint: "Remove it with \(.removeReaction), and react with another emoji.")
        }
        try Self.checkComment(text)
        let lines = JSON.array(text.map { .string($0) })
        let changed = try write(["text": lines], to: Self.path(of: .comment, id))
        if changed.isEmpty { return false }
        tell("changed \(whose(record)) \(try place(of: record))")
        return true
    }

    /// Puts a comment or a reaction into the trash, whoever made it.
    public func deleteComment(_ id: DocumentID) throws {
        let record = try comment(id)
        try change(Self.path(of: .comment, id)) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("deleted \(whose(record)) \(try place(of: record))")
    }

    /// Takes a comment or a reaction out of the trash.
    public func restoreComment(_ id: DocumentID) throws {
        let record = try comment(id)
        try change(Self.path(of: .comment, id)) { $0.restore(by: author) }
        tell("restored \(whose(record)) \(try place(of: record))")
    }

    /// The comment or reaction as it is written in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func comment(_ id: DocumentID) throws -> CommentRecord {
        guard let document = try document(at: Self.path(of: .comment, id)), let record = CommentRecord(document.shown)
        else { throw ReplicaError(.notFound, "there is no comment #\(id)") }
        return record
    }

    /// What a comment is about; nil if that is not here.
    public func subject(of comment: CommentRecord) throws -> Subject? {
        try subject(comment.aboutKind, comment.aboutID)
    }

    private static func requireCommentable(_ subject: Subject) throws {
        if [.task, .photo].contains(subject.kind) { return }
        throw ReplicaError(
            .invalidRequest, "tasks and photos have comments, and \(Diary.quoted(subject.name)) is a \(subject.kind)")
    }

    private static func checkComment(_ text: [String]) throws {
        if text.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
            throw ReplicaError(
                .invalidValue, "a comment cannot be empty",
                hint: "Give the text: \(.comment)")
        }
        try check(text, of: "comment")
    }

    /// A comment with its author, where that is somebody else: `a comment`, `Ben's comment`.
    private func whose(_ record: CommentRecord) -> String {
        let noun = record.reaction.map { "reaction \($0)" } ?? "comment"
        guard let author = record.createdBy, author != member, let name = try? self.member(author).name else {
            return record.isReaction ? "the \(noun)" : "a \(noun)"
        }
        return "\(name)'s \(noun)"
    }

    /// What a comment or reaction is about, behind its name: `on 'Mow'`; what it says where its subject is not here.
    private func place(of record: CommentRecord) throws -> String {
        guard let subject = try subject(of: record) else {
            return record.isReaction ? "to something that is not on this device" : Diary.quoted(record.name)
        }
        return "\(record.isReaction ? "to" : "on") \(Diary.quoted(subject.name))"
    }
}

// MARK: Reactions

extension Transaction {
    /// The id of a member's reaction to something: two devices on which a member reacts alike so make one document.
    public static func reactionID(_ reaction: Reaction, to subject: DocumentID, by member: DocumentID) -> DocumentID {
        .derived(namespace: subject, name: "reaction:\(member):\(reaction.emoji)")
    }

    /// Has a member react to a task or a photo.
    ///
    /// - Returns: the reaction, and whether it was not there until now.
    /// - Throws: `ReplicaError` where the subject is something else.
    @discardableResult
    public func react(
        _ reaction: Reaction, to subject: Subject, as member: DocumentID
    ) throws -> (id: DocumentID, isNew: Bool) {
        try Self.requireCommentable(subject)
        let id = Self.reactionID(reaction, to: subject.id, by: member)
        let path = try Self.path(of: .comment, id)
        guard let present = try document(at: path) else {
            let created: JSON = ["at": .string(now.rfc3339), "by": .string(member.description)]
            try create(
                .comment, id: id, ["about": subject.json, "created": created, "reaction": .string(reaction.emoji)])
            tell("reacted \(reaction.emoji) to \(Diary.quoted(subject.name))")
            return (id, true)
        }
        guard present.isDeleted else { return (id, false) }
        try change(path) { $0.restore(by: author) }
        tell("reacted \(reaction.emoji) to \(Diary.quoted(subject.name))")
        return (id, true)
    }

    /// Removes a member's reaction: it goes into the trash.
    ///
    /// - Parameter members: the ids under which the member may have reacted.
    /// - Returns: what was removed; empty if the member did not react so.
    @discardableResult
    public func unreact(
        _ reaction: Reaction, to subject: Subject, as members: Set<DocumentID>
    ) throws -> [DocumentID] {
        let ids = try members.map { Self.reactionID(reaction, to: subject.id, by: $0) }.sorted().filter { id in
            try document(at: Self.path(of: .comment, id)).map { !$0.isDeleted } ?? false
        }
        for id in ids { try change(Self.path(of: .comment, id)) { $0.delete(by: author) } }
        if !ids.isEmpty { tell("removed the reaction \(reaction.emoji) to \(Diary.quoted(subject.name))") }
        return ids
    }
}
