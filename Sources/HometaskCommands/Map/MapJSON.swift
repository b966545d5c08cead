// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import HometaskQueries
import HometaskReplica
import HometaskTime

/// A map as JSON, for programs and for the page: a collection of features (RFC 7946, section 3.3), longitude before
/// latitude.
enum MapJSON {
    /// Returns an object with `type`, `features`, `family` (`name`), `units`, `placeless` (`pins` and `photos`, the
    /// numbers of those without a place), and `position` (`latitude`, `longitude`, `accuracy`, `source`) if it is known
    /// and wanted.
    static func collection(_ contents: MapContents, position: DevicePosition?, in session: FamilySession) async throws
        -> JSONObject
    {
        var features: [JSON] = []
        for place in contents.places { features.append(try await feature(place, contents.subjects, in: session)) }
        var object: JSONObject = [
            "type": "FeatureCollection", "features": .array(features),
            "units": session.settings.isImperial ? "imperial" : "metric",
            "placeless": [
                "pins": .number(JSONNumber(contents.placeless.pins)),
                "photos": .number(JSONNumber(contents.placeless.photos)),
            ],
        ]
        object["family"] = session.directory.family.map { ["name": .string($0.name)] }
        object["position"] = position.map { position in
            var value = position.coordinates.location(accuracy: position.accuracy).objectValue ?? [:]
            value["source"] = .string(position.source)
            return .object(value)
        }
        return object
    }

    /// Returns a feature's `properties` have `kind` (`pin` or `photo`), `name` and `tasks`; a pin's `address`,
    /// `labels`, `accuracy` and `notes` (`id`, `title`, `text`); a photo's `addedBy`, `about`, `takenAt`, `accuracy`,
    /// `source` and `thumbnail`, the picture as a `data:` URI. Unknown values are left out. The source `pin` means that
    /// the photo has the place of its pin, or of its task's pin.
    private static func feature(_ place: MapPlace, _ subjects: SubjectNames, in session: FamilySession) async throws
        -> JSON
    {
        var properties: JSONObject = [
            "name": .string(place.name), "tasks": .array(place.tasks.map { task($0, in: session) }),
        ]
        switch place.content {
        case .pin(let pin, let notes):
            properties["kind"] = "pin"
            properties["address"] = pin.address.map { .string($0) }
            properties["labels"] = .array(pin.labels.map { .string($0) })
            properties["accuracy"] = pin.accuracy.flatMap { JSONNumber($0) }.map { .number($0) }
            properties["notes"] = .array(notes.map(noteObject))
        case .photo(let photo):
            properties["kind"] = "photo"
            properties["addedBy"] = photo.createdBy.map { session.directory.json(of: $0) }
            properties["about"] = subjects.json(of: photo.aboutKind, photo.aboutID)
            properties["takenAt"] = photo.takenAt.map { .string($0.rfc3339) }
            properties["accuracy"] = photo.location?.accuracy.flatMap { JSONNumber($0) }.map { .number($0) }
            properties["source"] =
                photo.location == nil ? "pin" : photo.location?.source.map { .string($0.rawValue) }
            properties["thumbnail"] = try await picture(of: photo, in: session).map { .string($0) }
        }
        return [
            "type": "Feature", "id": .string(place.id.description), "properties": .object(properties),
            "geometry": [
                "type": "Point",
                "coordinates": .array(
                    [place.coordinates.longitude, place.coordinates.latitude].compactMap { JSONNumber($0) }
                        .map { .number($0) }),
            ],
        ]
    }

    private static func task(_ task: TaskRecord, in session: FamilySession) -> JSON {
        var object: JSONObject = [
            "id": .string(task.id.description), "title": .string(task.title), "done": .bool(!task.isOpen),
            "assignees": .array(task.assignees.map { session.directory.json(of: $0) }),
        ]
        object["due"] = task.due?.json
        if let category = session.directory.shownCategory(task) {
            object["category"] = ["id": .string(category.id.description), "name": .string(category.name)]
        }
        return .object(object)
    }

    private static func noteObject(_ note: NoteRecord) -> JSON {
        var object: JSONObject = ["id": .string(note.id.description), "text": .array(note.text.map { .string($0) })]
        object["title"] = note.title.map { .string($0) }
        return .object(object)
    }

    /// Returns the thumbnail as a URI (RFC 2397); nil if this device has none. Another device made the thumbnail, so it
    /// is used only if it begins like a WebP file (RIFF, its size, WEBP).
    private static func picture(of photo: PhotoRecord, in session: FamilySession) async throws -> String? {
        guard let bytes = try await session.replica.thumbnail(of: photo), bytes.count > 12,
            bytes[..<4].elementsEqual("RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8)
        else { return nil }
        return "data:image/webp;base64,\(Base64.standard.encoded(bytes))"
    }
}
