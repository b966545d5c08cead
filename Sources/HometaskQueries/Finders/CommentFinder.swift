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
        let found = try self.comments(words, isTrash: isTrash)
        guard found.count == 1 else {
            throw ReplicaError(
                .invalidRequest, "‘\(words.joined(separator: " "))’ names \(found.count) comments, but one is expected")
        }
        return found[0]
    }

    /// The comments that words name: several ids, or one comment by words.
    ///
    /// - Returns: each comment once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func comments(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [CommentRecord] {
        let things = comments.map { NamedThing(id: $0.id, name: $0.name, isDeleted: $0.isDeleted) }
        var found: [CommentRecord] = []
        for reference in try Reference.each(words, noun: "comment") {
            let id = try reference.resolve(among: things, noun: "comment", isTrash: isTrash)
            guard !found.contains(where: { $0.id == id }) else { continue }
            found += comments.filter { $0.id == id }
        }
        return found
    }

    /// The comments and reactions that are in the trash, or those that are not, newest first.
    ///
    /// - Parameter subject: the task or photo that they must be about; nil for any.
    public func comments(about subject: DocumentID?, isTrash: Bool) -> [CommentRecord] {
        comments.filter { $0.isDeleted == isTrash && (subject == nil || $0.aboutID == subject) }
            .sorted { CommentRecord.isEarlier($1, $0) }
    }
}

extension CommentRecord {
    /// Whether a comment was made before another; if both were made at the same time, whether it has the lower id.
    static func isEarlier(_ left: CommentRecord, _ right: CommentRecord) -> Bool {
        (left.createdAt?.seconds ?? .min, left.id) < (right.createdAt?.seconds ?? .min, right.id)
    }
}
