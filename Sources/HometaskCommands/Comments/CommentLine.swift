// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// A comment as a row of a list.
enum CommentLine {
    static let columns = [
        Column(minimum: 5), Column(minimum: 12, shrinks: true), Column(minimum: 10, shrinks: true),
        Column(minimum: 6, shrinks: true), Column(minimum: 14),
    ]

    /// Returns the short id, the first line or the reaction, the subject, the author and the time; the last two only if
    /// there is room.
    static func cells(
        _ comment: CommentRecord, subjects: SubjectNames, ids: ShortIDs, in session: FamilySession
    ) -> [Cell] {
        let cells = [
            Cell("#\(ids[comment.id])", style: .dim),
            Cell(comment.hasConflict ? "\(comment.name) (!)" : comment.name, style: .bold),
            Cell(CommentFormatter.about(comment, subjects).map { "about \($0)" } ?? ""),
        ]
        if session.output.width < 60 { return cells }
        let author = comment.createdBy.map { session.directory.name(of: $0) } ?? ""
        return cells + [
            Cell(author, style: .dim), Cell(comment.createdAt.map { session.dates.ago($0) } ?? "", style: .dim),
        ]
    }
}
