// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The names of the tasks and pins that notes are about.
public struct NoteSubjects: Sendable {
    private var names: [DocumentPath: String] = [:]

    /// Reads the names of what some notes are about; each costs one document. What is missing or cannot be read has none.
    public init(of notes: [NoteRecord], reading reader: any DocumentReader) throws {
        for note in notes {
            guard let path = Self.path(note), names[path] == nil, let bytes = try reader.bytes(at: path) else {
                continue
            }
            let members = (try? JSON.parse(bytes))?.objectValue
            names[path] = members?.text("title") ?? members?.text("name")
        }
    }

    /// What people call the thing that a note is about; nil where that is nothing, or not known.
    public func name(of note: NoteRecord) -> String? {
        Self.path(note).flatMap { names[$0] }
    }

    private static func path(_ note: NoteRecord) -> DocumentPath? {
        guard let kind = note.aboutKind, let id = note.aboutID else { return nil }
        return DocumentPath(kind: kind, id: id)
    }
}
