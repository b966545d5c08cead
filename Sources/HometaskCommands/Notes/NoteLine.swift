// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// A note as a row of a list.
enum NoteLine {
    static let columns = [
        Column(minimum: 5), Column(minimum: 12, shrinks: true), Column(minimum: 10, shrinks: true),
        Column(minimum: 6, shrinks: true), Column(minimum: 14),
    ]

    /// Returns the short id, the heading or first line, the folder and the subject, the author and the time; the last
    /// two only if there is room.
    static func cells(_ note: NoteRecord, subjects: SubjectNames, ids: ShortIDs, in session: FamilySession) -> [Cell] {
        let cells = [
            Cell("#\(ids[note.id])", style: .dim),
            Cell(note.hasConflict ? "\(note.name) (!)" : note.name, style: .bold),
            Cell(place(note, subjects)),
        ]
        if session.output.width < 60 { return cells }
        let author = note.createdBy.map { session.directory.name(of: $0) } ?? ""
        return cells + [
            Cell(author, style: .dim), Cell(note.createdAt.map { session.dates.ago($0) } ?? "", style: .dim),
        ]
    }

    /// Returns the folder and the subject: `in House, about School`.
    private static func place(_ note: NoteRecord, _ subjects: SubjectNames) -> String {
        let parts = [note.folder.map { "in \($0)" }, about(note, subjects).map { "about \($0)" }]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the subject of a note, for people; nil if it has none.
    static func about(_ note: NoteRecord, _ subjects: SubjectNames) -> String? {
        guard let kind = note.aboutKind, note.aboutID != nil else { return nil }
        return subjects.name(of: note.aboutKind, note.aboutID) ?? "a \(kind) that is not on this device"
    }
}
