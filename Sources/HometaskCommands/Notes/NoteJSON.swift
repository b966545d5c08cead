// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// A note as JSON: stable field names, full ids, times in RFC 3339 UTC.
enum NoteJSON {
    /// `about` (`id`, `kind`, `name`), `conflict`, `createdAt`, `createdBy` (`id`, `name`), `deleted`, `extensions` (by
    /// plugin and field), `folder`, `id`, `items` (`id`, `text`, `done`), `text` (an array of lines) and `title`.
    /// Unknown values are left out.
    static func object(_ note: NoteRecord, subjects: SubjectNames, in session: FamilySession) -> JSONObject {
        var object: JSONObject = [
            "conflict": .bool(note.hasConflict), "deleted": .bool(note.isDeleted),
            "id": .string(note.id.description), "text": .array(note.text.map { .string($0) }),
        ]
        object.put(texts: note.texts, of: .note)
        if !note.items.isEmpty { object["items"] = .array(note.items.map(TaskJSON.item)) }
        object["createdAt"] = note.createdAt.map { .string($0.rfc3339) }
        object["createdBy"] = note.createdBy.map { session.directory.json(of: $0) }
        object["about"] = subjects.json(of: note.aboutKind, note.aboutID)
        object.put(extensions: note.extensions)
        return object
    }
}
