// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds the notes that people name, by words of the title or first line or by `#` and the start of the id.
public struct NoteFinder: Sendable {
    /// All readable notes, in the order of their ids, including those in the trash.
    public let notes: [NoteRecord]

    /// Reads all notes of a version; those that cannot be read are left out.
    ///
    /// - Throws: what the reader throws.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        var notes: [NoteRecord] = []
        try reader.forEachMembers(of: .note) { _, members in
            if let note = NoteRecord(members) { notes.append(note) }
        }
        self.notes = notes
    }

    /// The one note that words name.
    ///
    /// - Parameter isTrash: whether only notes in the trash are meant.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func note(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> NoteRecord {
        let found = try self.notes(words, isTrash: isTrash)
        guard found.count == 1 else {
            throw ReplicaError(
                .invalidRequest, "‘\(words.joined(separator: " "))’ names \(found.count) notes, but one is expected")
        }
        return found[0]
    }

    /// The notes that words name: several ids, or one note by words.
    ///
    /// - Returns: each note once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func notes(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> [NoteRecord] {
        let things = notes.map { NamedThing(id: $0.id, name: $0.name, isDeleted: $0.isDeleted) }
        var found: [NoteRecord] = []
        for reference in try Reference.each(words, noun: "note") {
            let id = try reference.resolve(among: things, noun: "note", isTrash: isTrash)
            guard !found.contains(where: { $0.id == id }) else { continue }
            found += notes.filter { $0.id == id }
        }
        return found
    }
}
