// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginGeo

@Suite("Imports of GeoJSON")
struct GeoImportTests {
    private func fields(_ outcome: PluginTrial.Outcome) -> [String] {
        outcome.changes.map { change in
            guard case .create(let kind, let key, let fields) = change else { return "\(change)" }
            return "\(kind) \(key ?? "") \(JSON.object(fields).compactText)"
        }
    }

    private func feature(_ properties: String, id: String = "", geometry: String = "[4.5,52]") -> String {
        let point = geometry.hasPrefix("[") ? "{\"type\":\"Point\",\"coordinates\":\(geometry)}" : geometry
        return "{\"type\":\"Feature\",\(id)\"properties\":\(properties),\"geometry\":\(point)}"
    }

    private func collection(_ features: String...) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }

    @Test("Exported pins round-trip, with their notes")
    func roundTrip() throws {
        let seed = SeededGenerator(usually: 73)
        let family = GeoFamily(seed, pins: SeededGenerator.runs(300), photos: 5)
        let trial = PluginTrial(GeoPlugin(), documents: family.documents)
        let text = try trial.export("geojson").text
        #expect(try trial.import("geojson", text).changes.isEmpty, "all are here")
        trial.documents = []
        let outcome = try trial.import("geojson", text)
        #expect(outcome.faults.count == 5)
        var expected: [String] = []
        for pin in family.documents where pin["kind"] == "pin" && pin["location"] != nil {
            var fields = pin
            fields["id"] = nil
            fields["kind"] = nil
            let key = "id/\(pin["id"]?.stringValue ?? "")"
            expected.append("pin \(key) \(JSON.object(fields).compactText)")
            let id = PluginChange.id(ofKey: key, plugin: trial.plugin, family: trial.family)
            let notes = family.documents.filter { $0["about"]?["id"] == pin["id"] }
            for (index, note) in notes.enumerated() {
                var fields: JSONObject = ["about": ["kind": "pin", "id": .string(id.description)]]
                fields["title"] = note["title"]
                fields["text"] = note["text"]
                expected.append("note \(key)/note/\(index) \(JSON.object(fields).compactText)")
            }
        }
        #expect(fields(outcome) == expected, "\(seed.note)")
        #expect(outcome.changes == (try trial.import("geojson", text)).changes)
    }

    @Test("Points of other programs become pins, with a note of their other properties")
    func foreign() throws {
        let text = collection(
            feature(
                """
                {"@id":"node/7","Name":" Bakery\\n","addr:street":"Dam","addr:housenumber":"1","opening_hours":"Mo-Fr",\
                "stars":4.50,"x":{"a":[1]},"none":null,"description":"good\\r\\nbread","tags":"food, bread"}
                """, geometry: "[4.5,52,3]"),
            feature("null", id: "\"id\":12,"),
            feature("{\"name\":\"A\",\"NAME\":\"B\"}", id: "\"id\":\"x\","))
        let trial = PluginTrial(GeoPlugin())
        let pins = ["id/node/7", "id/12", "id/x"].map {
            PluginChange.id(ofKey: $0, plugin: trial.plugin, family: trial.family).description
        }
        let outcome = try trial.import("geojson", text)
        #expect(
            fields(outcome) == [
                """
                pin id/node/7 {"address":"Dam 1","labels":["bread","food"],\
                "location":{"latitude":52,"longitude":4.5},"name":"Bakery"}
                """,
                "note id/node/7/note/0 {\"about\":{\"id\":\"\(pins[0])\",\"kind\":\"pin\"},\"text\":[\"good\",\"bread\"]}",
                """
                note id/node/7/note/1 {"about":{"id":"\(pins[0])","kind":"pin"},\
                "text":["opening_hours: Mo-Fr","stars: 4.50","x: {\\"a\\":[1]}"]}
                """,
                "pin id/12 {\"location\":{\"latitude\":52,\"longitude\":4.5},\"name\":\"52,4.5\"}",
                "pin id/x {\"location\":{\"latitude\":52,\"longitude\":4.5},\"name\":\"B\"}",
                "note id/x/note/0 {\"about\":{\"id\":\"\(pins[2])\",\"kind\":\"pin\"},\"text\":[\"name: A\"]}",
            ])
        #expect(outcome.faults.isEmpty)
    }

    @Test("Google Takeout has names and addresses in a nested property")
    func takeout() throws {
        let now = """
            {"date":"2024-03-01T10:00:00Z","google_maps_url":"http://maps.google.com/?cid=111",\
            "location":{"name":"Village Bakery","address":"Dorfplatz 1, 3000 Bern","country_code":"CH"}}
            """
        let before = """
            {"Google Maps URL":"http://maps.google.com/?cid=1","Title":"Pool","Published":"2019-05-01T10:00:00Z",\
            "Location":{"Address":"Bad 2, Bern","Business Name":"Pool","Country Code":"CH",\
            "Geo Coordinates":{"Latitude":"46.9","Longitude":"7.4"}}}
            """
        let unnamed = "{\"Google Maps URL\":\"u\",\"Location\":{\"Business Name\":\"Kiosk\"}}"
        let text = collection(
            feature(now), feature(before), feature(unnamed), feature(now, geometry: "[0,0]"),
            feature("{}", geometry: "[0,0]"))
        let outcome = try PluginTrial(GeoPlugin()).import("geojson", text)
        let pins = outcome.changes.compactMap { change -> JSONObject? in
            if case .create(.pin, _, let fields) = change { fields } else { nil }
        }
        #expect(pins.map { $0["name"]?.stringValue } == ["Village Bakery", "Pool", "Kiosk", "0,0"])
        #expect(pins.map { $0["address"]?.stringValue } == ["Dorfplatz 1, 3000 Bern", "Bad 2, Bern", nil, nil])
        #expect(fields(outcome)[1].contains(#""google_maps_url: http://maps.google.com/?cid=111","country_code: CH""#))
        #expect(
            outcome.faults.map(\.message) == [
                "feature 4 ‘Village Bakery’: its coordinates are unknown: the file has 0, 0"
            ])
    }

    @Test(
        "Features without a point are skipped, and named",
        arguments: [
            "{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,4]]}", "null", "[1]", "[\"1\",\"2\"]", "[181,0]",
            "[0,90.01]",
            "[1e999,0]", "{\"type\":\"GeometryCollection\",\"geometries\":[]}", "{\"coordinates\":[1,2]}", "[null,2]",
        ])
    func others(_ geometry: String) throws {
        let text = collection(
            feature("{\"name\":\"One\"}"), feature("{\"name\":\"Two\"}", geometry: geometry), "7",
            feature("{\"name\":\"Three\"}"))
        let outcome = try PluginTrial(GeoPlugin()).import("geojson", text)
        #expect(outcome.changes.count == 2)
        #expect(outcome.faults.count == 2)
        #expect(outcome.faults.first?.message.hasPrefix("feature 2 ‘Two’: ") == true)
        #expect(outcome.faults.last?.message.hasPrefix("feature 3: ") == true)
    }

    @Test(
        "Text that is not GeoJSON is refused",
        arguments: [
            "", "x", "[]", "{}", "{\"type\":\"Topology\"}", "{\"type\":\"FeatureCollection\"}",
            String(repeating: "[", count: 1_000_000), "{\"type\":\"FeatureCollection\",\"features\":7}",
        ])
    func refused(_ text: String) {
        let error = #expect(throws: RPCError.self) { try PluginTrial(GeoPlugin()).import("geojson", text) }
        #expect(error?.kind == .refused)
    }

    @Test("Without an id, features are keyed by their content and repetition")
    func keys() throws {
        let trial = PluginTrial(GeoPlugin())
        let one = feature("{\"name\":\"One\"}")
        let first = try trial.import("geojson", collection(one, one)).changes
        #expect(Set(first).count == 2)
        #expect(try trial.import("geojson", "\u{FEFF}" + collection(one, one, one)).changes.prefix(2) == first[...])
        let twice = collection(feature("{}", id: "\"id\":1,"), feature("{}", id: "\"id\":1,"))
        #expect(try trial.import("geojson", twice).faults.map(\.message) == ["feature 2 (1): its id occurred before"])
        #expect(try trial.import("geojson", one).changes == Array(first.prefix(1)))
        #expect(try trial.import("geojson", "{\"type\":\"Point\",\"coordinates\":[1,2]}").changes.count == 1)
    }

    @Test("Pins stay within their limits")
    func limits() throws {
        let long = String(repeating: "x", count: 600)
        let labels = (0..<1200).map { "\"l\($0)\"" }.joined(separator: ",")
        let text = collection(
            feature("{\"name\":\"\(long)\",\"address\":\"a\\u0007b\",\"labels\":[\(labels)],\"accuracy\":-1}"),
            feature("{\"name\":\"\\u0000\",\"labels\":[\"a b\"]}"))
        let outcome = try PluginTrial(GeoPlugin()).import("geojson", text)
        #expect(outcome.faults.isEmpty)
        let all = fields(outcome).map { $0.drop { $0 != "{" } }
        #expect(all[0] == "{\"address\":\"ab\",\"location\":{\"latitude\":52,\"longitude\":4.5},\"name\":\"52,4.5\"}")
        #expect(all[1].contains("name: \(long)") && all[1].contains("accuracy: -1") && all[1].contains("l1199"))
        #expect(all[2] == "{\"location\":{\"latitude\":52,\"longitude\":4.5},\"name\":\"52,4.5\"}")
        #expect(all[3].contains("\"labels: [\\\"a b\\\"]\""))
    }
}
