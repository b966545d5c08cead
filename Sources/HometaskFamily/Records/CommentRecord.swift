// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A comment of a member on a task or a photo: a text, or a reaction.
public struct CommentRecord: Hashable, Sendable, Identifiable {
    /// The comment's permanent id.
    public let id: DocumentID
    /// The texts of the comment's ``TextField``s.
    public let texts: [FieldName: String]
    /// The kind of the document that it is about: a task or a photo.
    public let aboutKind: DocumentKind?
    /// The document that it is about.
    public let aboutID: DocumentID?
    /// Its lines; empty if it is a reaction.
    public let text: [String]
    /// The emoji, if it is a reaction without text.
    public let reaction: String?
    /// When it was made.
    public let createdAt: Timestamp?
    /// The member who made it; nil if the document names none.
    public let createdBy: DocumentID?
    /// Whether it is in the trash.
    public let isDeleted: Bool
    /// Whether concurrent edits of it are waiting for somebody's choice.
    public let hasConflict: Bool
    /// The fields that plugins added, by plugin and name, as stored in the document.
    public let extensions: JSONObject

    /// The members of a document that a comment is read from.
    public static let members: Set<ExactString> = TextField.members(of: .comment).union([
        "about", "conflicts", "created", "deleted", "extensions", "id", "reaction", "text",
    ])

    /// Reads a comment from the members of its document; nil if it has no id.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        texts = TextField.texts(of: .comment, in: members)
        aboutKind = members["about"]?["kind"]?.stringValue.map { DocumentKind(rawValue: $0) }
        aboutID = members["about"]?["id"]?.stringValue.flatMap { DocumentID($0) }
        let lines = members.strings("text")
        let isText = lines.contains { !$0.allSatisfy { $0.isWhitespace } }
        reaction = isText ? nil : members.text("reaction")
        text = reaction == nil ? lines : []
        createdAt = members["created"]?.objectValue?.time("at")
        createdBy = members["created"]?.objectValue?.id("by")
        isDeleted = members["deleted"] != nil
        hasConflict = members["conflicts"]?.objectValue?.isEmpty == false
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// Whether it is a reaction.
    public var isReaction: Bool { reaction != nil }

    /// Its name for people: its first line that is not blank, otherwise the reaction.
    public var name: String {
        text.first { !$0.allSatisfy { $0.isWhitespace } } ?? reaction ?? "an empty comment"
    }
}
