// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// A writer of places as a GeoJSON feature collection (RFC 7946), with one feature per line.
struct GeoJSONWriter {
    private var isFirst = true

    mutating func writePlace(_ place: MapPlace, to call: Call) throws {
        try call.writeText(isFirst ? "{\"type\":\"FeatureCollection\",\"features\":[\n" : ",\n")
        isFirst = false
        try call.writeText(JSON.object(Self.feature(place)).compactText)
    }

    func end(_ call: Call) throws {
        try call.writeText(isFirst ? "{\"type\":\"FeatureCollection\",\"features\":[]}\n" : "\n]}\n")
    }

    private static func feature(_ place: MapPlace) -> JSONObject {
        var properties: JSONObject = ["kind": .string(place.kind.rawValue), "name": .string(place.name)]
        properties["accuracy"] = place.accuracy.map { .number($0) }
        properties["address"] = place.address.map { .string($0) }
        properties["taken"] = place.time.map { .string($0) }
        if !place.labels.isEmpty { properties["labels"] = .array(place.labels.map { .string($0) }) }
        if !place.notes.isEmpty { properties["notes"] = .array(place.notes.map(note)) }
        if !place.done.isEmpty { properties["done"] = .array(place.done.map(json)) }
        return [
            "type": "Feature", "id": .string(place.id), "properties": .object(properties),
            // Longitude comes first (section 3.1.1).
            "geometry": ["type": "Point", "coordinates": [.number(place.longitude), .number(place.latitude)]],
        ]
    }

    private static func note(_ note: MapPlace.Note) -> JSON {
        guard let title = note.title else { return .string(note.text) }
        return ["title": .string(title), "text": .string(note.text)]
    }

    private static func json(_ task: MapPlace.DoneTask) -> JSON {
        var object: JSONObject = ["title": .string(task.title), "at": .string(task.at)]
        object["by"] = task.by.map { .string($0) }
        return .object(object)
    }
}
