// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// A note with the photos about it.
public struct NoteDetails: Sendable {
    /// The note that was named; it is not in the trash.
    public let note: NoteRecord
    /// The name of the document that the note is about.
    public let subjects: SubjectNames
    /// The photos about it, newest first.
    public let photos: [PhotoRecord]
    /// The name of the document that the photos are about: the note.
    public let photoSubjects: SubjectNames
    /// The short ids of all notes.
    public let noteIDs: ShortIDs
    /// The short ids of all photos.
    public let photoIDs: ShortIDs

    /// Reads the note that words name, with its photos.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public init(_ words: [String], reading reader: DocumentReader) throws(ReplicaError) {
        let notes = try NoteFinder(reading: reader)
        let all = try PhotoFinder(reading: reader).photos
        note = try notes.note(words)
        subjects = try SubjectNames(of: [note], reading: reader)
        photos = PhotoSearch(subject: note.id).photos(among: all)
        photoSubjects = try SubjectNames(of: photos, reading: reader)
        noteIDs = ShortIDs(notes.notes.map { $0.id })
        photoIDs = ShortIDs(all.map { $0.id })
    }
}
