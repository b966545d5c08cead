// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// Operations on reactions to tasks and photos.
public struct ReactionOperations {
    let transaction: Transaction

    /// Derives the id of a member's reaction, so that two devices with the same reaction create one document.
    public static func id(of reaction: Reaction, to subject: DocumentID, by member: DocumentID) -> DocumentID {
        .derived(namespace: subject, name: "reaction:\(member):\(reaction.emoji)")
    }

    /// Adds a member's reaction to a task or a photo.
    ///
    /// - Returns: the reaction, and whether it is new.
    /// - Throws: `ReplicaError` if the subject is neither a task nor a photo.
    @discardableResult
    public func add(
        _ reaction: Reaction, to subject: Subject, as member: DocumentID
    ) throws -> (id: DocumentID, isNew: Bool) {
        try CommentOperations.requireCommentable(subject)
        let id = Self.id(of: reaction, to: subject.id, by: member)
        let path = try Transaction.path(of: .comment, id)
        guard let present = try transaction.document(at: path) else {
            let created: JSON = ["at": .string(transaction.now.rfc3339), "by": .string(member.description)]
            try transaction.create(
                .comment, id: id,
                fields: ["about": subject.json, "created": created, "reaction": .string(reaction.emoji)])
            transaction.describe("reacted \(reaction.emoji) to \(CommitMessage.quoted(subject.name))")
            return (id, true)
        }
        guard present.isDeleted else { return (id, false) }
        try transaction.trash.moveOut(path)
        transaction.describe("reacted \(reaction.emoji) to \(CommitMessage.quoted(subject.name))")
        return (id, true)
    }

    /// Puts a member's reaction into the trash. The member may have reacted under any of the given ids.
    ///
    /// - Returns: the removed reactions; empty if the member did not react in this way.
    @discardableResult
    public func remove(
        _ reaction: Reaction, to subject: Subject, as members: Set<DocumentID>
    ) throws -> [DocumentID] {
        let ids = try members.map { Self.id(of: reaction, to: subject.id, by: $0) }.sorted().filter { id in
            try transaction.document(at: Transaction.path(of: .comment, id)).map { !$0.isDeleted } ?? false
        }
        for id in ids {
            try transaction.changeDocument(at: Transaction.path(of: .comment, id)) { $0.delete(by: transaction.author) }
        }
        if !ids.isEmpty {
            transaction.describe("removed the reaction \(reaction.emoji) to \(CommitMessage.quoted(subject.name))")
        }
        return ids
    }
}
