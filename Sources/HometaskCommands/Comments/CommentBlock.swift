// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// The comments and reactions on one task or photo, for a terminal.
struct CommentBlock {
    private let session: FamilySession

    init(_ session: FamilySession) {
        self.session = session
    }

    /// Returns an empty line, a heading, and the comments and reactions below it; empty if there are none.
    func lines(_ comments: SubjectComments) -> [String] {
        if comments.isEmpty { return [] }
        let heading = comments.comments.isEmpty ? "Reactions" : "Comments"
        return ["", Style.dim.applied(to: heading, in: mode)] + rows(comments)
    }

    /// Returns the comments, the oldest first, then the reactions.
    func rows(_ comments: SubjectComments) -> [String] {
        comments.comments.flatMap { rows($0, ids: comments.ids) } + comments.reactions.flatMap(row)
    }

    /// Returns the author and time of a comment, followed by its text and its other text fields.
    private func rows(_ comment: CommentRecord, ids: ShortIDs) -> [String] {
        let author = comment.createdBy.map { session.directory.name(of: $0) } ?? "someone"
        let time = comment.createdAt.map { session.dates.instant($0) }
        let mark = comment.hasConflict ? " (!) conflicting edits: 'hometask conflicts' shows them" : ""
        let heading = [author, time].compactMap(\.self).joined(separator: ", ") + "  #\(ids[comment.id])\(mark)"
        let texts = TextField.labelled(comment.texts, of: .comment)
        let text = (comment.text + texts).flatMap { wrapped(untabbed($0)) }
        return wrapped(heading).map { Style.dim.applied(to: $0, in: mode) } + text.map { $0.isEmpty ? "" : "  \($0)" }
    }

    /// Returns a reaction as `👍 2 (Mia, Ben)`, wrapped to the width of the output.
    private func row(_ group: ReactionGroup) -> [String] {
        let names = group.members(in: session.directory).map { session.directory.name(of: $0) }
        let people = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
        return wrapped("\(CommentFormatter.reaction(group.emoji)) \(group.count(in: session.directory))\(people)")
    }

    /// Replaces tabs with spaces, because `EscapedText` would escape them.
    private func untabbed(_ line: String) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ")
    }

    private var mode: ColorMode { session.output.mode }

    private func wrapped(_ text: String) -> [String] {
        TextWidth.wrapped(EscapedText.safe(text), to: session.output.width - 2)
    }
}
