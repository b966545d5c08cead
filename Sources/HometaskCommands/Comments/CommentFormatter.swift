// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries

/// Formats comments and their subjects.
enum CommentFormatter {
    static let argument = ArgumentHelp(
        "Words of the comment's first line, or # and the start of its id.", valueName: "comment")

    static let arguments = ArgumentHelp(
        "Words of one comment's first line, or #ids of several.", valueName: "comment")

    /// Returns names a comment of another member: `Ben's comment`; nil for a comment by this device's member or without
    /// an author.
    static func owner(of comment: CommentRecord, in session: FamilySession) -> String? {
        guard let author = comment.createdBy, session.directory.current(author) != session.member else { return nil }
        return "\(session.directory.name(of: author))'s \(comment.isReaction ? "reaction" : "comment")"
    }

    /// Returns the subject of a comment, for people.
    static func about(_ comment: CommentRecord, _ subjects: SubjectNames) -> String? {
        guard let kind = comment.aboutKind, comment.aboutID != nil else { return nil }
        return subjects.name(of: kind, comment.aboutID) ?? "a \(kind) that is not on this device"
    }

    /// Returns a reaction for display. Text that is not a valid reaction is quoted, to set it apart from other output.
    static func reaction(_ emoji: String) -> String { Reaction.isOne(emoji) ? emoji : Quotation.of(emoji) }
}
