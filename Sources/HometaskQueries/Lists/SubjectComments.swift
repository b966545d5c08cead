// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// The comments and reactions about a task or a photo, without those in the trash.
public struct SubjectComments: Sendable {
    /// The comments, oldest first.
    public let comments: [CommentRecord]
    /// The reactions, grouped by emoji: the most frequent first; among equally frequent emoji, the earliest used first.
    public let reactions: [ReactionGroup]
    /// The short ids of all comments.
    public let ids: ShortIDs

    /// Separates comments from reactions.
    ///
    /// - Parameters:
    ///   - records: the comments and reactions to show, in any order.
    ///   - ids: the short ids of all comments in the family, including those in the trash.
    public init(_ records: [CommentRecord], ids: ShortIDs) {
        let sorted = records.sorted(by: CommentRecord.isEarlier)
        comments = sorted.filter { !$0.isReaction }
        reactions = ReactionGroup.all(in: sorted)
        self.ids = ids
    }

    /// Reads the comments about some tasks and photos, in one pass over all comments.
    ///
    /// - Returns: one value for each subject.
    public static func all(
        about subjects: [DocumentID], reading reader: DocumentReader
    ) throws(ReplicaError) -> [DocumentID: SubjectComments] {
        var found: [DocumentID: [CommentRecord]] = Dictionary(keepingFirst: subjects.map { ($0, []) })
        var ids: [DocumentID] = []
        try reader.forEachMembers(of: .comment, selecting: CommentRecord.members) { _, members in
            guard let comment = CommentRecord(members) else { return }
            ids.append(comment.id)
            guard !comment.isDeleted, let subject = comment.aboutID else { return }
            found[subject]?.append(comment)
        }
        let short = ShortIDs(ids)
        return found.mapValues { SubjectComments($0, ids: short) }
    }

    /// Whether there is neither a comment nor a reaction.
    public var isEmpty: Bool { comments.isEmpty && reactions.isEmpty }
}

/// The reactions to a task or photo with the same emoji.
public struct ReactionGroup: Hashable, Sendable {
    /// The emoji of all the reactions.
    public let emoji: String
    /// The reactions, oldest first.
    public let reactions: [CommentRecord]

    /// Groups the reactions among comments sorted by time; comments with a text are left out.
    fileprivate static func all(in comments: [CommentRecord]) -> [ReactionGroup] {
        var emojis: [ExactString] = []
        var groups: [ExactString: [CommentRecord]] = [:]
        for comment in comments {
            guard let emoji = comment.reaction.map({ ExactString($0) }) else { continue }
            if groups[emoji] == nil { emojis.append(emoji) }
            groups[emoji, default: []].append(comment)
        }
        let places = Dictionary(keepingFirst: zip(emojis, emojis.indices))
        return groups.map { ReactionGroup(emoji: $0.key.string, reactions: $0.value) }.sorted {
            ($1.reactions.count, places[ExactString($0.emoji)] ?? 0)
                < ($0.reactions.count, places[ExactString($1.emoji)] ?? 0)
        }
    }

    /// Returns the members who reacted with the emoji, without duplicates; merged members are represented by the
    /// remaining one.
    public func members(in directory: FamilyDirectory) -> [DocumentID] {
        var members: [DocumentID] = []
        for id in reactions.compactMap({ $0.createdBy }).map(directory.current) where !members.contains(id) {
            members.append(id)
        }
        return members
    }

    /// Counts the people who reacted with the emoji; each reaction by an unknown person counts separately.
    public func count(in directory: FamilyDirectory) -> Int {
        members(in: directory).count + reactions.count { $0.createdBy == nil }
    }
}
