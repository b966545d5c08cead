// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A comment of a member on a task or a photo: a text, or a reaction.
public struct CommentRecord: DocumentRecord {
    /// The kind of the documents.
    public static let kind = DocumentKind.comment

    /// The fields common to all kinds.
    public let common: CommonFields
    /// The comment's lines; empty if it is a reaction.
    public let text: [String]
    /// The emoji, if it is a reaction without text.
    public let reaction: String?

    /// The members of a document that a comment is read from.
    public static let members: Set<ExactString> = CommonFields.members(of: kind).union(["reaction", "text"])

    /// Reads a comment from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let common = CommonFields(members, of: Self.kind) else { return nil }
        self.common = common
        let lines = members.strings("text")
        let isText = lines.contains { !$0.allSatisfy { $0.isWhitespace } }
        reaction = isText ? nil : members.text("reaction")
        text = reaction == nil ? lines : []
    }

    /// Whether the comment is a reaction.
    public var isReaction: Bool { reaction != nil }

    /// The display name: its first line that is not blank, otherwise the reaction.
    public var name: String {
        text.first { !$0.allSatisfy { $0.isWhitespace } } ?? reaction ?? "an empty comment"
    }
}
