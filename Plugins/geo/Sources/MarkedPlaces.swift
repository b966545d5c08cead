// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The places of a KML or GPX file, as features like those of GeoJSON.
struct MarkedPlaces {
    /// A format, with its elements for places.
    enum Format: String {
        case kml = "KML"
        case gpx = "GPX"

        fileprivate var root: String { self == .kml ? "kml" : "gpx" }
        fileprivate var place: String { self == .kml ? "Placemark" : "wpt" }
        fileprivate var others: Set<String> { self == .kml ? [] : ["rte", "trk"] }
    }

    /// The features, each with the line on which its element begins.
    private(set) var features: [(feature: JSONObject, line: Int)] = []
    /// The lines of routes and tracks, which are not places.
    private(set) var others: [(name: String, line: Int)] = []
    private let format: Format
    private var open: OpenPlace?
    private var hasRoot = false

    /// A place whose element has not ended.
    private struct OpenPlace {
        var feature: JSONObject = ["type": "Feature"]
        var properties: JSONObject = [:]
        let line: Int
        /// The names of the open elements of the place, with the text of the innermost.
        var path: [String] = []
        var text = ""
        /// The name of the datum whose value follows.
        var datum: String?
    }

    /// Reads a file.
    ///
    /// - Throws: `RPCError` if it is not in the format.
    init(_ text: String, as format: Format) throws {
        self.format = format
        for event in MarkupScanner(text) {
            switch event {
            case .start(let name, let attributes, let line): start(name, attributes, line: line)
            case .end(let name): end(name)
            case .text(let text): open?.text += text
            }
        }
        guard hasRoot else {
            throw RPCError(
                .refused, "the file is not \(format.rawValue): it has no element ‘\(format.root)’",
                hint: "Most map programs can export \(format.rawValue) or GeoJSON. Unpack a packed file (.kmz) first.")
        }
        guard let open else { return }
        throw RPCError(
            .refused, "the file is cut off: the place that begins in line \(open.line) has no end",
            hint: "Export the file again.")
    }

    private mutating func start(_ name: String, _ attributes: [String: String], line: Int) {
        if name == format.root { hasRoot = true }
        if open == nil {
            if format.others.contains(name) { others.append((name, line)) }
            guard name == format.place else { return }
            var place = OpenPlace(line: line)
            if let id = attributes["id"] {
                let own = id.hasPrefix("pin-") ? String(id.dropFirst(4)) : id
                place.feature["id"] = .string(own)
            }
            if format == .gpx { place.feature["geometry"] = Self.point(attributes["lon"], attributes["lat"]) }
            open = place
            return
        }
        open?.path.append(name)
        open?.text = ""
        switch name {
        case "Data", "SimpleData": open?.datum = attributes["name"]
        case "link": if let address = attributes["href"] { open?.properties["link"] = .string(address) }
        case "LineString", "Polygon", "MultiGeometry", "LinearRing", "Track", "Model":
            if open?.feature["geometry"] == nil { open?.feature["geometry"] = ["type": .string(name)] }
        default: break
        }
    }

    private mutating func end(_ name: String) {
        guard var place = open else { return }
        if name == format.place, place.path.isEmpty {
            if place.properties["kind"] == "pin" { Self.tidy(&place.properties) }
            place.feature["properties"] = .object(place.properties)
            features.append((place.feature, place.line))
            open = nil
            return
        }
        // An unclosed element ends with its parent.
        guard let index = place.path.lastIndex(of: name) else { return }
        place.path.removeSubrange(index...)
        read(name, of: &place)
        place.text = ""
        open = place
    }

    private func read(_ name: String, of place: inout OpenPlace) {
        let text = PlainText.lines(place.text).map { PlainText.line($0).line }.joined(separator: "\n")
        switch (name, place.path.last) {
        case ("coordinates", "Point"):
            let numbers = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
            place.feature["geometry"] = Self.point(numbers.first, numbers.dropFirst().first)
        case ("value", "Data"), ("SimpleData", _):
            if let datum = place.datum, !text.isEmpty { place.properties[datum] = .string(text) }
            place.datum = nil
        case ("description", nil): place.properties["description"] = .string(plain(place.text, of: place))
        case ("desc", nil), ("cmt", nil):
            if place.properties["description"]?.stringValue != text {
                place.properties[name == "cmt" ? "comment" : "description"] = .string(text)
            }
        case ("type", nil):
            place.properties[text == "pin" || text == "photo" ? "kind" : name] = text.isEmpty ? nil : .string(text)
        case ("name", nil), ("address", nil), ("phoneNumber", nil), ("sym", nil), ("src", nil):
            if !text.isEmpty { place.properties[name] = .string(text) }
        default: break
        }
    }

    /// The text of an HTML description, without a first line that contains only the address.
    private func plain(_ html: String, of place: OpenPlace) -> String {
        var text = ""
        for event in MarkupScanner(html) {
            switch event {
            case .text(let part): text += part
            case .start(let name, _, _):
                if ["br", "p", "div", "li", "tr"].contains(name.lowercased()), !text.isEmpty { text += "\n" }
            case .end: break
            }
        }
        var lines = PlainText.lines(text).map { PlainText.line($0).line }.filter { !$0.isEmpty }
        if let first = lines.first, place.properties["address"]?.stringValue == first { lines.removeFirst() }
        return lines.joined(separator: "\n")
    }

    /// Reads the lines that a hometask export writes about a pin: labels, and done tasks, which are not imported. A
    /// single remaining line is the address, which GPX cannot store elsewhere.
    private static func tidy(_ properties: inout JSONObject) {
        guard let text = properties["description"]?.stringValue else { return }
        var lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("done: ") }
        if let index = lines.firstIndex(where: { $0.split(separator: " ").allSatisfy { $0.hasPrefix("#") } }) {
            let labels = lines.remove(at: index).split(separator: " ").map { JSON.string(String($0.dropFirst())) }
            properties["labels"] = .array(labels)
        }
        if lines.count == 1, properties["address"] == nil { properties["address"] = .string(lines.removeFirst()) }
        properties["description"] = lines.isEmpty ? nil : .string(lines.joined(separator: "\n"))
    }

    private static func point(_ longitude: String?, _ latitude: String?) -> JSON? {
        guard let longitude = longitude.flatMap({ Double($0) }).flatMap({ JSONNumber($0) }),
            let latitude = latitude.flatMap({ Double($0) }).flatMap({ JSONNumber($0) })
        else { return ["type": "Point"] }
        return ["type": "Point", "coordinates": [.number(longitude), .number(latitude)]]
    }
}
