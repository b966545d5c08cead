// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// Comments as JSON: stable field names, full ids, times in RFC 3339 UTC.
enum CommentJSON {
    /// Returns an object with `about` (`id`, `kind`, `name`), `conflict`, `createdAt`, `createdBy` (`id`, `name`),
    /// `deleted`, `extensions` (by plugin and field), `id`, and `text` (an array of lines) or `reaction`. Unknown
    /// values are left out.
    ///
    /// - Parameter subjects: the names of the comments' subjects; nil leaves `about` out.
    static func object(_ comment: CommentRecord, subjects: SubjectNames?, in session: FamilySession) -> JSONObject {
        var object = JSONObject(trashable: comment, subjects: subjects, in: session)
        if let reaction = comment.reaction {
            object["reaction"] = .string(reaction)
        } else {
            object["text"] = .array(comment.text.map { .string($0) })
        }
        return object
    }

    /// Returns `comments`, the oldest first, each without `about`, and `reactions`: `count`, `members` (`id`, `name`)
    /// and `reaction`.
    static func members(_ comments: SubjectComments, in session: FamilySession) -> (comments: JSON, reactions: JSON) {
        let texts = comments.comments.map { JSON.object(object($0, subjects: nil, in: session)) }
        let reactions = comments.reactions.map { group -> JSON in
            [
                "count": .number(JSONNumber(group.count(in: session.directory))),
                "members": .array(group.members(in: session.directory).map { session.directory.json(of: $0) }),
                "reaction": .string(group.emoji),
            ]
        }
        return (.array(texts), .array(reactions))
    }
}
