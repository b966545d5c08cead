// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import TestSupport
import Testing

@testable import PluginGeo

@Suite("Imports of KML and GPX")
struct MarkedPlaceTests {
    private func pins(_ outcome: PluginTrial.Outcome) -> [JSONObject] {
        outcome.changes.compactMap { if case .create(.pin, _, let fields) = $0 { fields } else { nil } }
    }

    private func notes(_ outcome: PluginTrial.Outcome) -> [JSON?] {
        outcome.changes.compactMap { if case .create(.note, _, let fields) = $0 { fields["text"] } else { nil } }
    }

    @Test("Exported pins round-trip with name, address and place", arguments: ["kml", "gpx"])
    func roundTrip(format: String) throws {
        let seed = SeededGenerator(usually: 73)
        let family = GeoFamily(seed, pins: 60, photos: 3)
        let trial = PluginTrial(GeoPlugin(), documents: family.documents)
        let text = try trial.export(format).text
        trial.documents = []
        let outcome = try trial.import(format, text)
        let written = family.documents.filter { $0["kind"] == "pin" && $0["location"] != nil }
        #expect(outcome.faults.count == 3 && pins(outcome).count == written.count, "\(seed.note)")
        for (pin, document) in zip(pins(outcome), written) {
            let name = PlainText.line(document["name"]?.stringValue ?? "").line
            #expect(pin["name"]?.stringValue?.split(separator: " ") == name.split(separator: " "), "\(seed.note)")
            let (here, there) = (
                pin["location"]?["latitude"]?.doubleValue, document["location"]?["latitude"]?.doubleValue
            )
            #expect(abs((here ?? 99) - (there ?? -99)) < 1e-8)
            if format == "kml" { #expect((pin["address"] == nil) == (document["address"] == nil)) }
        }
        #expect(try trial.import(format, text).changes == outcome.changes)
        trial.documents = family.documents
        if format == "kml" { #expect(try trial.import(format, text).changes.isEmpty, "all are here") }
    }

    @Test("Placemarks with a point are imported from any folder; others are reported")
    func kml() throws {
        let text = """
            <?xml version="1.0"?><!-- <Placemark> -->
            <kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document><kml:Folder>
            <kml:Placemark id='a'><kml:name>Caf&#233; &amp; Bar</kml:name><Style><name>x</name></Style>
            <kml:description><![CDATA[Good <b>coffee</b><br>till &lt;5]]></kml:description>
            <ExtendedData><Data name="phone"><value>12</value></Data></ExtendedData>
            <kml:Point><kml:coordinates> 7.44,46.94,500 </kml:coordinates></kml:Point></kml:Placemark>
            </kml:Folder>
            <Placemark><name>Way</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
            <Placemark><name>Nowhere</name></Placemark>
            </kml:Document></kml:kml>
            """
        let outcome = try PluginTrial(GeoPlugin()).import("kml", text)
        #expect(pins(outcome).map { $0["name"] } == ["Café & Bar"])
        #expect(pins(outcome).first?["location"]?["latitude"]?.doubleValue == 46.94)
        #expect(notes(outcome) == [["Good coffee", "till <5"], ["phone: 12"]])
        #expect(outcome.faults.map(\.line) == [8, 9])
    }

    @Test("Waypoints are imported; routes and tracks are reported")
    func gpx() throws {
        let text = """
            <gpx version="1.1"><wpt lat="46.94" lon="7.44"><ele>540</ele><name>Hut</name><desc>Water</desc><cmt>Water</cmt>
            <link href="https://example.org"><text>Site</text></link><sym>Flag</sym></wpt>
            <wpt lat="91" lon="7"/><wpt lat="1" lon="2"/>
            <trk><name>Walk</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>
            """
        let outcome = try PluginTrial(GeoPlugin()).import("gpx", text)
        #expect(pins(outcome).map { $0["name"] } == ["Hut", "1,2"])
        #expect(notes(outcome).first == ["Water"])
        #expect(outcome.faults.map(\.line) == [3, 4])
    }

    @Test(
        "Text without a place is refused",
        arguments: ["", "x", "{}", "<html></html>", "<kml><Placemark><name>a</name>", "PK\u{3}"])
    func refused(text: String) {
        #expect(throws: RPCError.self) { try PluginTrial(GeoPlugin()).import("kml", text) }
    }

    @Test("Parsing terminates on deep nesting and invalid entities", .timeLimit(.minutes(1)))
    func hostile() throws {
        let deep = "<kml>" + String(repeating: "<Placemark>", count: 100_000)
        #expect(throws: RPCError.self) { try PluginTrial(GeoPlugin()).import("kml", deep) }
        let entities =
            "<kml><Placemark><name>" + String(repeating: "&a;&#;&#x110000;", count: 50_000)
            + "</name><Point><coordinates>1,2</coordinates></Point></Placemark></kml>"
        _ = try PluginTrial(GeoPlugin()).import("kml", entities)
    }
}
