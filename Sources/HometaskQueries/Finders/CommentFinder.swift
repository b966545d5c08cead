// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// Finds comments by reference: by words of the first line or by `#` and the start of the id.
public struct CommentFinder: Sendable {
    /// All readable comments and reactions, in the order of their ids, including those in the trash.
    public let comments: [CommentRecord]

    /// Reads all comments of a version, skipping unreadable ones.
    ///
    /// - Throws: any error of the reader.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var comments: [CommentRecord] = []
        try reader.forEachMembers(of: .comment, selecting: CommentRecord.members) { _, members in
            if let comment = CommentRecord(members) { comments.append(comment) }
        }
        self.comments = comments
    }

    /// Returns the only comment that matches the words. If `isTrash` is true, the comments in the trash are searched
    /// instead.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func comment(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> CommentRecord {
        try Reference.one(named: words, among: comments, noun: "comment", isTrash: isTrash)
    }

    /// Returns the comments that the words refer to: several ids, or one comment by words.
    ///
    /// - Returns: each comment once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func comments(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [CommentRecord] {
        try Reference.all(named: words, among: comments, noun: "comment", isTrash: isTrash)
    }

    /// Returns the comments and reactions in the trash, or else those outside it, newest first. If a subject is given,
    /// only those about that task or photo are returned.
    public func comments(about subject: DocumentID?, isTrash: Bool) -> [CommentRecord] {
        comments.filter { $0.isDeleted == isTrash && (subject == nil || $0.aboutID == subject) }
            .sorted { CommentRecord.isEarlier($1, $0) }
    }
}
