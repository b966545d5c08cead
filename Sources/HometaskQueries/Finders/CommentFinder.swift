// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// Finds the comments that people name, by words of the first line or by `#` and the start of the id.
public struct CommentFinder: Sendable {
    /// All readable comments and reactions, in the order of their ids, including those in the trash.
    public let comments: [CommentRecord]

    /// Reads all comments of a version; those that cannot be read are left out.
    ///
    /// - Throws: what the reader throws.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var comments: [CommentRecord] = []
        try reader.forEachMembers(of: .comment, selecting: CommentRecord.members) { _, members in
            if let comment = CommentRecord(members) { comments.append(comment) }
        }
        self.comments = comments
    }

    /// The one comment that words name.
    ///
    /// - Parameter isTrash: whether only comments in the trash are meant.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func comment(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> CommentRecord {
        try Reference.one(named: words, among: comments, noun: "comment", isTrash: isTrash)
    }

    /// The comments that words name: several ids, or one comment by words.
    ///
    /// - Returns: each comment once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func comments(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [CommentRecord] {
        try Reference.all(named: words, among: comments, noun: "comment", isTrash: isTrash)
    }

    /// The comments and reactions that are in the trash, or those that are not, newest first.
    ///
    /// - Parameter subject: the task or photo that they must be about; nil for any.
    public func comments(about subject: DocumentID?, isTrash: Bool) -> [CommentRecord] {
        comments.filter { $0.isDeleted == isTrash && (subject == nil || $0.aboutID == subject) }
            .sorted { CommentRecord.isEarlier($1, $0) }
    }
}
