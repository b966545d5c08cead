// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

extension JSONObject {
    /// Creates an object with the id of a document, its text fields, and the fields that plugins added to it, if there
    /// are any.
    init<Record: DocumentRecord>(_ record: Record) {
        self = ["id": .string(record.id.description)]
        for field in TextField.all(of: Record.kind) {
            self[field.name] = record.texts[field.key].map { .string($0) } ?? (field.isNullInJSON ? .null : nil)
        }
        if !record.extensions.isEmpty { self["extensions"] = .object(record.extensions) }
    }

    /// Adds `conflict`, `deleted` and `createdAt` to the members of `init(_:)`.
    init(trashable record: some DocumentRecord) {
        self.init(record)
        self["conflict"] = .bool(record.hasConflict)
        self["deleted"] = .bool(record.isDeleted)
        self["createdAt"] = record.createdAt.map { .string($0.rfc3339) }
    }

    /// Adds the author and the subject to the members of `init(trashable:)`.
    ///
    /// - Parameter subjects: the names of the documents' subjects; nil leaves `about` out.
    init(trashable record: some DocumentRecord, subjects: SubjectNames?, in session: FamilySession) {
        self.init(trashable: record)
        self["createdBy"] = record.createdBy.map { session.directory.json(of: $0) }
        self["about"] = subjects?.json(of: record.aboutKind, record.aboutID)
    }
}
