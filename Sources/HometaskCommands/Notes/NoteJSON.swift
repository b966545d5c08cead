// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// A note as JSON: stable field names, full ids, times in RFC 3339 UTC.
enum NoteJSON {
    /// Returns an object with `about` (`id`, `kind`, `name`), `conflict`, `createdAt`, `createdBy` (`id`, `name`),
    /// `deleted`, `extensions` (by plugin and field), `folder`, `id`, `items` (`id`, `text`, `done`), `text` (an array
    /// of lines) and `title`. Unknown values are left out.
    static func object(_ note: NoteRecord, subjects: SubjectNames, in session: FamilySession) -> JSONObject {
        var object = JSONObject(trashable: note, subjects: subjects, in: session)
        object["text"] = .array(note.text.map { .string($0) })
        if !note.items.isEmpty { object["items"] = .array(note.items.map(TaskJSON.item)) }
        return object
    }
}
