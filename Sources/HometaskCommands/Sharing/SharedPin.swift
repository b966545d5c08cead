// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// A pin as others receive it: its name, its address and its coordinates.
struct SharedPin {
    let pin: PinRecord
    /// Whether the pin is near home and its place is hidden.
    var isHidden = false
    /// The numbers of notes and photos about the pin, and of open tasks there.
    var notes = 0
    var photos = 0
    var tasks = 0

    /// The lines for people, with a link to a map; for a hidden place they say that it is not exact.
    var lines: [String] {
        let place =
            pin.coordinates.map {
                [
                    HomeRedaction.words($0, pin.accuracy, isHidden: isHidden),
                    MapLink.openStreetMap.address(of: $0, named: nil),
                ]
            } ?? []
        return [pin.name] + (pin.address.map { [$0] } ?? []) + place
    }

    /// Writes a card for a place (RFC 6350; `KIND:location` in section 6.1.4, `GEO` as a URI in section 6.5.2).
    func writeCard(to cards: inout ContentLines) {
        cards.add("BEGIN", "VCARD")
        cards.add("VERSION", "4.0")
        cards.add("KIND", "location")
        cards.add("UID", "urn:uuid:\(pin.id)")
        cards.addText("FN", pin.name)
        // The parts of the address are not known, so the whole text is used as the street.
        if let address = pin.address { cards.add("ADR", ";;\(PropertyLine.escaped(address));;;;") }
        if let coordinates = pin.coordinates {
            cards.add("GEO", GeoURI(coordinates, accuracy: pin.accuracy).text)
        }
        cards.add("END", "VCARD")
    }

    /// A feature (RFC 7946, section 3.2); its geometry is null if the place is unknown.
    var feature: JSON {
        var properties: JSONObject = ["name": .string(pin.name)]
        properties["address"] = pin.address.map { .string($0) }
        properties["accuracy"] = pin.accuracy.flatMap { JSONNumber($0) }.map { .number($0) }
        var feature: JSONObject = ["type": "Feature", "properties": .object(properties), "geometry": .null]
        if let coordinates = pin.coordinates, let longitude = JSONNumber(coordinates.longitude),
            let latitude = JSONNumber(coordinates.latitude)
        {
            // Longitude comes first (section 3.1.1).
            feature["geometry"] = ["type": "Point", "coordinates": [.number(longitude), .number(latitude)]]
        }
        return .object(feature)
    }

    /// Returns the parts of the pin that are not sent.
    func leftOut(in form: ShareFormat) -> [String] {
        [
            pin.labels.isEmpty ? nil : "labels",
            form == .text && pin.accuracy != nil && !isHidden ? "the accuracy" : nil,
            HometaskCommands.leftOut(notes, "note"), HometaskCommands.leftOut(photos, "photo"),
            HometaskCommands.leftOut(tasks, "open task"),
            pin.extensions.isEmpty ? nil : "fields of plugins",
        ].compactMap(\.self)
    }
}
