// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds notes by reference: by words of the title or first line or by `#` and the start of the id.
public struct NoteFinder: Sendable {
    /// All readable notes, in the order of their ids, including those in the trash.
    public let notes: [NoteRecord]

    /// Reads all notes of a version, skipping unreadable ones.
    ///
    /// - Throws: any error of the reader.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var notes: [NoteRecord] = []
        try reader.forEachMembers(of: .note) { _, members in
            if let note = NoteRecord(members) { notes.append(note) }
        }
        self.notes = notes
    }

    /// Returns the only note that matches the words. If `isTrash` is true, the notes in the trash are searched instead.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func note(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> NoteRecord {
        try Reference.one(named: words, among: notes, noun: "note", isTrash: isTrash)
    }

    /// Returns the notes that the words refer to: several ids, or one note by words.
    ///
    /// - Returns: each note once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func notes(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [NoteRecord] {
        try Reference.all(named: words, among: notes, noun: "note", isTrash: isTrash)
    }
}
