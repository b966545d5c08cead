// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The import of point features as pins.
struct PointImport {
    private let call: Call
    /// The ids of features that belong to pins or photos of this family.
    private let present: Set<String>
    private var seen: Set<String> = []
    private var keys = ContentKeys(prefix: "feature")

    init(_ features: [JSONObject], for call: Call) throws {
        self.call = call
        let ids = Set(features.compactMap { Self.id(of: $0).flatMap { DocumentID($0) } }).sorted()
        let found = try call.documents(.pin, ids: ids) + call.documents(.photo, ids: ids)
        present = Set(found.compactMap { $0["id"]?.stringValue })
    }

    /// Proposes the pin of a feature and its notes, or reports why it is skipped. A feature that already is a pin or a
    /// photo of this family is skipped silently.
    ///
    /// - Parameter line: the line of the feature in the file.
    mutating func proposePin(_ feature: JSONObject, number: Int, line: Int?) throws {
        let properties = feature["properties"]?.objectValue ?? [:]
        let id = Self.id(of: feature)
        if let id, present.contains(id) { return }
        let described = PointProperties(properties)
        let name =
            described.name.map { " ‘\($0.excerpt(limit: 40))’" } ?? id.map { " (\($0.excerpt(limit: 40)))" } ?? ""
        func skip(_ reason: String) { call.skip(line: line, "feature \(number)\(name): \(reason)") }
        if described.isPhoto { return skip("it is the place of a photo, which is not imported as a pin") }
        let location: JSON
        switch Self.location(of: feature, accuracy: described.accuracy) {
        case .success(let found): location = found
        case .failure(let fault): return skip(fault.reason)
        }
        if let id, !seen.insert(id).inserted { return skip("its id occurred before") }
        let key = id.map { "id/\($0)" } ?? keys.next(feature.compactBytes())
        var fields: JSONObject = ["name": .string(described.name ?? Self.words(for: location)), "location": location]
        fields["address"] = described.address.map { .string($0) }
        if !described.labels.isEmpty { fields["labels"] = .array(described.labels.map { .string($0) }) }
        guard try call.propose(.pin, key: key, fields: fields, line: line) else { return }
        let pin: JSON = ["kind": "pin", "id": .string(try call.id(ofKey: key).description)]
        for (index, note) in described.notes.enumerated() {
            var fields: JSONObject = ["about": pin]
            fields["title"] = note.title.map { .string($0) }
            fields["text"] = .array(note.lines.map { .string($0) })
            try call.propose(.note, key: "\(key)/note/\(index)", fields: fields, line: line)
        }
    }

    /// Returns the id of a feature, possibly from its properties, where map programs put it; nil if it has none.
    private static func id(of feature: JSONObject) -> String? {
        let values = [feature["id"], feature["properties"]?["@id"], feature["properties"]?["id"]]
        for case let value? in values {
            let text: String
            switch value {
            case .string(let string): text = string
            case .number(let number): text = number.lexeme
            default: continue
            }
            let id = PlainText.line(text).line
            if !id.isEmpty { return id }
        }
        return nil
    }

    private struct Fault: Error {
        let reason: String
    }

    private static func location(of feature: JSONObject, accuracy: JSONNumber?) -> Result<JSON, Fault> {
        guard let geometry = feature["geometry"]?.objectValue else { return .failure(Fault(reason: "it has no place")) }
        guard geometry["type"] == "Point" else {
            let type = geometry["type"]?.stringValue ?? "something"
            return .failure(Fault(reason: "a pin must be a Point, but this is a \(type.excerpt(limit: 40))"))
        }
        guard let coordinates = geometry["coordinates"]?.arrayValue, coordinates.count >= 2,
            case .number(let longitude) = coordinates[0], case .number(let latitude) = coordinates[1],
            (-180...180).contains(longitude.double), (-90...90).contains(latitude.double)
        else { return .failure(Fault(reason: "its coordinates should be a longitude and a latitude in degrees")) }
        // Google Takeout's coordinates for an unknown place.
        let isUnknown = feature["properties"]?.objectValue.map { properties in
            ["google_maps_url", "Google Maps URL"].contains { properties[$0] != nil }
        }
        if isUnknown == true, longitude.double == 0, latitude.double == 0 {
            return .failure(Fault(reason: "its coordinates are unknown: the file has 0, 0"))
        }
        var location: JSONObject = ["latitude": .number(latitude), "longitude": .number(longitude)]
        location["accuracy"] = accuracy.map { .number($0) }
        return .success(.object(location))
    }

    /// Returns a name for an unnamed pin: its coordinates.
    private static func words(for location: JSON) -> String {
        ["latitude", "longitude"].compactMap { location[$0]?.doubleValue }.map { MapPlace.decimal($0) }
            .joined(separator: ",")
    }
}
