// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The notes of a session's family, as commands print them.
struct FamilyNotes: Sendable {
    let session: FamilySession

    /// Prints the current state of notes as JSON.
    ///
    /// - Parameter isList: whether to print an array even for a single note.
    func print(_ ids: [DocumentID], isList: Bool = true) async throws {
        let (notes, subjects) = try await session.replica.read { reader in
            let all = try NoteFinder(reading: reader).notes
            let notes = ids.compactMap { id in all.first { $0.id == id } }
            return (notes, try SubjectNames(of: notes, reading: reader))
        }
        let objects = notes.map { JSON.object(NoteJSON.object($0, subjects: subjects, in: session)) }
        if !isList, let only = objects.first { return try session.output.print(only) }
        try session.output.print(.array(objects))
    }
}
