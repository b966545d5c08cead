// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import Testing

@testable import HometaskPluginHost

@Suite("Places near home in documents shared with others")
struct HiddenPlacesTests {
    private func hidden(_ document: JSONObject, _ hiding: Home.Hiding) throws -> JSONObject? {
        let home = try #require(Coordinates(latitude: 52.0907, longitude: 5.1214))
        return try HiddenPlaces(HomeZone(center: home, radius: 200, hiding: hiding)).hiding(document.canonicalBytes())
    }

    private static let near: JSON = [
        "latitude": .number(JSONNumber(52.0908) ?? JSONNumber(0)),
        "longitude": .number(JSONNumber(5.1215) ?? JSONNumber(0)), "accuracy": 4,
        "source": "exif",
    ]
    private static let far: JSON = ["latitude": 53, "longitude": 5]

    @Test("A place near home is blurred or removed, with its address and history; a place elsewhere stays")
    func pin() throws {
        let pin: JSONObject = [
            "name": "Shed", "location": Self.near, "address": "Kerkstraat 7", "~merge": ["x": 1],
            "conflicts": ["address": ["Kerkstraat 8"], "location": [Self.near], "name": ["Barn"]],
        ]
        let blurred = try #require(try hidden(pin, .blur))
        #expect(blurred["name"] == "Shed" && blurred["address"] == nil && blurred["~merge"] == nil)
        #expect(blurred["location"]?["source"] == "exif" && (blurred["location"]?["accuracy"]?.doubleValue ?? 0) > 400)
        #expect(blurred["location"]?["latitude"]?.doubleValue != 52.0908)
        #expect(blurred["conflicts"]?["address"] == nil && blurred["conflicts"]?["name"] == ["Barn"])
        let stripped = try #require(try hidden(pin, .strip))
        #expect(stripped["location"] == nil && stripped["conflicts"]?["location"] == [])
        for field in TextField.all(of: .pin) {
            var told = pin
            told[field.name] = "told"
            #expect(try hidden(told, .blur)?[field.name] == nil, "\(field.name)")
        }
        let elsewhere: JSONObject = ["name": "Sea", "location": Self.far, "address": "Quay 1"]
        #expect(try hidden(elsewhere, .blur) == nil && hidden(["title": "No place"], .blur) == nil)
    }

    @Test("Places in clues, in plugin fields and only in the history are hidden too")
    func elsewhere() throws {
        var place = try #require(Self.near.objectValue)
        place["accuracy"] = nil
        place["within"] = 30
        let hunt: JSONObject = [
            "clues": [["text": ["Look"], "place": .object(place)], ["place": Self.far, "text": []]],
            "extensions": ["gps": ["track": [Self.near, Self.far]]],
        ]
        let blurred = try #require(try hidden(hunt, .blur))
        let clue = blurred["clues"]?.arrayValue?.first
        #expect(clue?["place"]?["within"] == 30 && clue?["place"]?["accuracy"] == nil)
        #expect(!JSON.object(blurred).compactText.contains("52.0908"))
        let stripped = try #require(try hidden(hunt, .strip))
        #expect(stripped["clues"]?.arrayValue?.first == ["text": ["Look"]])
        #expect(stripped["extensions"]?["gps"]?["track"] == [Self.far])
        let moved: JSONObject = ["location": Self.far, "address": "Quay 1", "~merge": ["location": ["was": Self.near]]]
        #expect(try hidden(moved, .blur) == ["location": Self.far, "address": "Quay 1"])
    }
    @Test("A place is recognised even if its keys are written with escapes")
    func escapes() throws {
        let home = try #require(Coordinates(latitude: 52.0907, longitude: 5.1214))
        let zone = HomeZone(center: home, radius: 200, hiding: .strip)
        let typed = #"{"location": {"l\u0061titude": 52.0908, "longitude": 5.1215}, "name": "Shed"}"#
        #expect(try HiddenPlaces(zone).hiding(Array(typed.utf8)) == ["name": "Shed"])
    }
}
