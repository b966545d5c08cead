// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskQueries
import HometaskTerminal
import HometaskTime

/// A photo as a row of a list.
enum PhotoLine {
    static let columns = [
        Column(minimum: 5), Column(minimum: 12, shrinks: true), Column(minimum: 10, shrinks: true),
        Column(minimum: 6, shrinks: true), Column(minimum: 14), Column(minimum: 8),
    ]

    /// Returns the short id, the caption, the subject, the author, the time when it was taken, and a problem with its
    /// file; the last three only if there is room.
    static func cells(
        _ photo: PhotoRecord, files: PhotoFileStates, subjects: SubjectNames, ids: ShortIDs, in session: FamilySession
    ) -> [Cell] {
        let cells = [
            Cell("#\(ids[photo.id])", style: .dim),
            Cell(photo.hasConflict ? "\(photo.name) (!)" : photo.name, style: .bold),
            Cell(about(photo, subjects).map { "about \($0)" } ?? ""),
        ]
        if session.output.width < 60 { return cells }
        let author = photo.createdBy.map { session.directory.name(of: $0) } ?? ""
        let time = photo.takenAt ?? photo.createdAt
        return cells + [
            Cell(author, style: .dim), Cell(time.map { session.dates.ago($0) } ?? "", style: .dim),
            Cell(state(photo, files: files) ?? "", style: .dim),
        ]
    }

    /// Returns the subject of a photo, for people; nil if it has none.
    static func about(_ photo: PhotoRecord, _ subjects: SubjectNames) -> String? {
        guard let kind = photo.aboutKind, let id = photo.aboutID else { return nil }
        return subjects.name(of: kind, id) ?? "a \(kind) that is not on this device"
    }

    /// Returns a problem with the photo's file; nil if there is none.
    static func state(_ photo: PhotoRecord, files: PhotoFileStates) -> String? {
        if photo.erasedAt != nil { return "erased" }
        if !files.isHeld(photo) { return "not here" }
        if files.isWaiting(photo) { return "waiting" }
        return photo.isUnchecked ? "unchecked" : nil
    }

    /// Formats a number of bytes for people: `2.5 MB`.
    static func size(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) bytes" }
        if bytes < 999_500 { return "\((bytes + 500) / 1000) kB" }
        let tenths = (bytes + 50_000) / 100_000
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) MB" : "\((tenths + 5) / 10) MB"
    }
}
