// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// A photo as JSON: stable field names, full ids, times in RFC 3339 UTC.
enum PhotoJSON {
    /// Returns an object with `about` (`id`, `kind`, `name`), `bytes`, `camera`, `caption`, `conflict`, `createdAt`,
    /// `createdBy` (`id`, `name`), `deleted`, `erasedAt`, `extensions` (by plugin and field), `held` (whether this
    /// device has the original), `height`, `id`, `location` (`latitude`, `longitude`, `accuracy`, `source`, `at`),
    /// `madeFrom`, `sha256`, `takenAt`, `type`, `unchecked`, `waiting` (whether the original has not been sent to the
    /// remote yet), `width`. Unknown values are left out.
    static func object(_ photo: PhotoRecord, files: PhotoFileStates, subjects: SubjectNames, in session: FamilySession)
        -> JSONObject
    {
        var object = JSONObject(trashable: photo, subjects: subjects, in: session)
        object["held"] = .bool(files.isHeld(photo))
        object["sha256"] = .string(photo.sha256)
        object["unchecked"] = .bool(photo.isUnchecked)
        object["waiting"] = .bool(files.isWaiting(photo))
        object["type"] = photo.type.map { .string($0) }
        object["bytes"] = photo.bytes.map { .number(JSONNumber($0)) }
        object["width"] = photo.size.map { .number(JSONNumber($0.width)) }
        object["height"] = photo.size.map { .number(JSONNumber($0.height)) }
        object["takenAt"] = photo.takenAt.map { .string($0.rfc3339) }
        object["camera"] = photo.camera.map { .string($0) }
        object["location"] = photo.location?.json
        object["madeFrom"] = photo.madeFrom.map { .string($0.description) }
        object["erasedAt"] = photo.erasedAt.map { .string($0.rfc3339) }
        return object
    }
}
