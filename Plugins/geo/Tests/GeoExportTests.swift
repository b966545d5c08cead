// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginGeo

@Suite("Exports of places for maps")
struct GeoExportTests {
    private static let shop: [JSONObject] = [
        [
            "id": "10000000-0000-4000-8000-000000000001", "kind": "pin", "name": "Shop & more", "address": "Dam 1",
            "labels": ["food"], "location": ["latitude": 52, "longitude": 180],
        ],
        [
            "id": "20000000-0000-4000-8000-000000000001", "kind": "note", "title": "Open", "text": ["9 <to> 5"],
            "about": ["kind": "pin", "id": "10000000-0000-4000-8000-000000000001"],
        ],
        [
            "id": "30000000-0000-4000-8000-000000000001", "kind": "task", "title": "Buy milk",
            "place": ["pin": "10000000-0000-4000-8000-000000000001"], "completion": ["at": "2026-11-21T10:00:00Z"],
        ],
        [
            "id": "40000000-0000-4000-8000-000000000001", "kind": "photo",
            "location": ["latitude": -1, "longitude": 2],
            "takenAt": "2026-11-20T10:00:00Z", "about": ["kind": "task", "id": "30000000-0000-4000-8000-000000000001"],
        ],
    ]

    @Test("GeoJSON has longitude before latitude, ids, and the details of a place")
    func geoJSON() throws {
        #expect(
            try PluginTrial(GeoPlugin(), documents: Self.shop).export("geojson").text == """
                {"type":"FeatureCollection","features":[
                {"geometry":{"coordinates":[180,52],"type":"Point"},"id":"10000000-0000-4000-8000-000000000001",\
                "properties":{"address":"Dam 1","done":[{"at":"2026-11-21T10:00:00Z","title":"Buy milk"}],"kind":"pin",\
                "labels":["food"],"name":"Shop & more","notes":[{"text":"9 <to> 5","title":"Open"}]},"type":"Feature"},
                {"geometry":{"coordinates":[2,-1],"type":"Point"},"id":"40000000-0000-4000-8000-000000000001",\
                "properties":{"kind":"photo","name":"Photo: Buy milk","taken":"2026-11-20T10:00:00Z"},"type":"Feature"}
                ]}

                """)
        let empty = try PluginTrial(GeoPlugin()).export("geojson").text
        #expect(empty == "{\"type\":\"FeatureCollection\",\"features\":[]}\n")
    }

    @Test("KML escapes text twice where readers expect HTML")
    func kml() throws {
        #expect(
            try PluginTrial(GeoPlugin(), documents: Self.shop).export("kml").text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <kml xmlns="http://www.opengis.net/kml/2.2">
                <Document>
                <name>Trial</name>
                <Placemark id="pin-10000000-0000-4000-8000-000000000001">
                <name>Shop &amp; more</name>
                <address>Dam 1</address>
                <description>Dam 1&lt;br&gt;
                #food&lt;br&gt;
                Open&lt;br&gt;
                9 &amp;lt;to&amp;gt; 5&lt;br&gt;
                done: Buy milk (2026-11-21)</description>
                <ExtendedData><Data name="kind"><value>pin</value></Data></ExtendedData>
                <Point><coordinates>180,52</coordinates></Point>
                </Placemark>
                <Placemark id="photo-40000000-0000-4000-8000-000000000001">
                <name>Photo: Buy milk</name>
                <TimeStamp><when>2026-11-20T10:00:00Z</when></TimeStamp>
                <ExtendedData><Data name="kind"><value>photo</value></Data></ExtendedData>
                <Point><coordinates>2,-1</coordinates></Point>
                </Placemark>
                </Document>
                </kml>

                """)
    }

    @Test("GPX has waypoints with longitudes below 180")
    func gpx() throws {
        #expect(
            try PluginTrial(GeoPlugin(), documents: Self.shop).export("gpx").text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="hometask" xmlns="http://www.topografix.com/GPX/1/1">
                <metadata><name>Trial</name></metadata>
                <wpt lat="52" lon="-180">
                <name>Shop &amp; more</name>
                <desc>Dam 1
                #food
                Open
                9 &lt;to&gt; 5
                done: Buy milk (2026-11-21)</desc>
                <type>pin</type>
                </wpt>
                <wpt lat="-1" lon="2">
                <time>2026-11-20T10:00:00Z</time>
                <name>Photo: Buy milk</name>
                <type>photo</type>
                </wpt>
                </gpx>

                """)
    }

    @Test("Degrees are decimals without an exponent")
    func decimals() {
        #expect(
            [1e-7, -1e-7, 1e-10, -0.0, 180, -52.3702157, 4.5].map(MapPlace.decimal) == [
                "0.0000001", "-0.0000001", "0", "0", "180", "-52.3702157", "4.5",
            ])
    }

    @Test(
        "GDAL finds all places, with their names", .enabled(if: Tool("ogrinfo").isInstalled),
        arguments: ["geojson", "kml", "gpx"])
    func gdal(_ format: String) throws {
        let family = GeoFamily(SeededGenerator(usually: 71), pins: 60, photos: 20)
        let text = try PluginTrial(GeoPlugin(), documents: family.documents).export(format).text
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/places.\(format)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let (output, status) = try Tool("ogrinfo").run(["-ro", "-al", path] + (format == "gpx" ? ["waypoints"] : []))
        #expect(status == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.contains("Feature Count: 80"))
        // By bytes: a combining mark joins the preceding blank into another character.
        let starts = ["  name (String) = ", "  Name (String) = "].map { Array($0.utf8) }
        let names = lines.compactMap { line in
            starts.first { line.utf8.starts(with: $0) }.map { Array(line.utf8.dropFirst($0.count)) }
        }
        #expect(names == family.names.map { Array($0.utf8) })
        #expect(lines.filter { $0.hasPrefix("  POINT") }.count == 80)
    }

    @Test(
        "An XML parser reads the names unchanged", .enabled(if: Tool("python3").isInstalled),
        arguments: [
            ("kml", "{http://www.opengis.net/kml/2.2}Placemark"), ("gpx", "{http://www.topografix.com/GPX/1/1}wpt"),
        ])
    func xml(_ format: String, _ element: String) throws {
        let family = GeoFamily(SeededGenerator(usually: 72), pins: 60, photos: 20)
        let text = try PluginTrial(GeoPlugin(), documents: family.documents).export(format).text
        let program = """
            import json, sys, xml.etree.ElementTree as tree
            space = sys.argv[1].split("}")[0] + "}"
            for place in tree.fromstring(sys.stdin.buffer.read()).iter(sys.argv[1]):
                print(json.dumps(place.find(space + "name").text))
            """
        let output = try Tool("python3").run(["-c", program, element], input: text).output
        #expect(
            try output.split(separator: "\n").map { try JSON.parse(String($0)) } == family.names.map { .string($0) })
    }

    @Test("The manifest is valid, and names the plugin's offers")
    func manifest() throws {
        let manifest = try PluginManifest(GeoPlugin.manifest)
        #expect(manifest.id == "geo" && manifest.arguments == ["plugin-serve", "geo"])
        #expect(manifest.offers.exporters.map(\.name) == ["geojson", "kml", "gpx"])
        #expect(manifest.offers.importers.map(\.name) == ["geojson", "kml", "gpx"])
    }
}
