// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Prints the notes of a session's family.
struct FamilyNotes: Sendable {
    let session: FamilySession

    /// Prints the current state of notes as JSON.
    ///
    /// - Parameter isList: whether to print an array even for a single note.
    func print(_ ids: [DocumentID], isList: Bool = true) async throws {
        let (session, notes, subjects) = try await session.snapshot { snapshot in
            let all = try NoteFinder(reading: snapshot.reader).notes
            let notes = ids.compactMap { id in all.first { $0.id == id } }
            return (snapshot.session, notes, try SubjectNames(of: notes, reading: snapshot.reader))
        }
        let objects = notes.map { NoteJSON.object($0, subjects: subjects, in: session) }
        try session.output.print(objects, isList: isList)
    }
}
