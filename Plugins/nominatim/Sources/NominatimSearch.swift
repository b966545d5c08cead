// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// A search with Nominatim's API (https://nominatim.org/release-docs/latest/api/Search/).
struct NominatimSearch {
    private let query: ServiceQuery
    private let limit: Int
    private let pause: RequestPause

    /// The maximum number of places that the service returns.
    private static let most = 40

    init(_ call: Call) throws {
        limit = min(call.params["limit"]?.intValue ?? 10, Self.most)
        var query = try ServiceQuery(call.session)
        query.add("q", PlainText.line(call.text, limit: 300).line)
        query.add("format", "jsonv2")
        query.add("addressdetails", "1")
        query.add("limit", "\(limit)")
        if let near = call.near { query.add("viewbox", Self.box(around: near)) }
        self.query = query
        pause = RequestPause(in: call.session.folder)
    }

    /// Returns a box of about 50 km in which places are preferred: west, south, east, north. The box is aligned to a
    /// grid, so that the exact position is not revealed.
    private static func box(around position: Position) -> String {
        let (latitude, longitude) = ((position.latitude * 2).rounded() / 2, (position.longitude * 2).rounded() / 2)
        let (south, north) = (max(-90, latitude - 0.25), min(90, latitude + 0.25))
        let (west, east) = (max(-180, longitude - 0.25), min(180, longitude + 0.25))
        return "\(west),\(south),\(east),\(north)"
    }

    /// Returns the places found by the service.
    ///
    /// - Throws: `RPCError` if the service cannot be reached, or its response is not that of Nominatim.
    func places() throws -> [PlaceMatch] {
        let bytes = try pause.before { try query.answer() }
        guard let answer = try? JSON.parse(bytes, limits: JSONLimits(bytes: ServiceQuery.mostBytes, depth: 16)),
            let entries = answer.arrayValue
        else { throw RPCError(.unavailable, "\(query.server) did not answer like Nominatim") }
        return Array(entries.prefix(Self.most).compactMap(Self.place).prefix(limit))
    }

    /// Parses a place in the response; nil if it has no valid coordinates or no name.
    private static func place(_ entry: JSON) -> PlaceMatch? {
        guard let latitude = degrees(entry["lat"]), let longitude = degrees(entry["lon"]),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        let display = line(entry["display_name"])
        let name = line(entry["name"]) ?? display?.split(separator: ",").first.map(String.init)
        guard let name, !name.isEmpty else { return nil }
        var place = PlaceMatch(
            name: name, address: display.map { address($0, without: name) },
            position: Position(latitude: latitude, longitude: longitude))
        place.country = line(entry["address"]?["country"])
        return place
    }

    /// Returns the part of the full name after the place's own name.
    private static func address(_ display: String, without name: String) -> String {
        display.hasPrefix(name + ", ") ? String(display.dropFirst(name.count + 2)) : display
    }

    /// Returns a string as one line without control characters; nil if nothing is left.
    private static func line(_ value: JSON?) -> String? {
        guard let text = value?.stringValue else { return nil }
        let line = PlainText.line(text, limit: 300).line
        return line.isEmpty ? nil : line
    }

    /// Parses degrees: a number, or a string containing a number, as Nominatim sends them.
    private static func degrees(_ value: JSON?) -> Double? {
        if let number = value?.doubleValue { return number }
        guard let text = value?.stringValue, text.utf8.count <= 30, text.allSatisfy({ "+-.0123456789".contains($0) })
        else { return nil }
        return Double(text)
    }
}
