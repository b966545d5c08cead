// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Hiding home in maps, shares and exports")
struct HiddenHomeTests {
    /// A family whose home is at 52.0907,5.1214, with a shed nearby and a school elsewhere.
    private func device(_ setting: String = "Home") throws -> Device {
        let device = try Family().device
        try device.run("pin", "add", "Home", "52.0907,5.1214", "--address", "Kerkstraat 5, Utrecht").expect()
        try device.run("pin", "add", "Shed", "52.0911,5.1222", "--address", "Kerkstraat 7", "--accuracy", "4m").expect()
        try device.run("pin", "add", "School", "52.0955,5.1302", "--address", "Schoolweg 1").expect()
        for (task, pin) in [("Mow the lawn", "Home"), ("Sweep", "Shed"), ("Bring the costume", "School")] {
            try device.run("add", task, "--at", pin).expect()
        }
        try device.run("config", "set", "--family", "home", setting).expect()
        return device
    }

    /// Strings that reveal home: its coordinates, the shed's coordinates to four decimals, and addresses.
    private static let secrets = ["52.0907", "5.1214", "52.0911", "5.1222", "Kerkstraat"]

    private func expectHidden(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for secret in Self.secrets where text.contains(secret) {
            Issue.record("\(secret) is told: \(text.prefix(2000))", sourceLocation: sourceLocation)
        }
    }

    private static let note = "note: 2 places near home are hidden (blurred); --keep-home shows them\n"
    private static let stripped = "note: 2 places near home are hidden (left out); --keep-home shows them\n"

    private func page(_ device: Device, _ words: String..., stderr: TextExpectation) throws -> String {
        let file = device.home + "/places.html"
        try device.run(["map", "-o", file] + words).expect(stderr: stderr)
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    @Test("A map page shows all places near home at one point, or omits them")
    func map() throws {
        let device = try device()
        let page = try page(device, stderr: .exactly(Self.note))
        expectHidden(page)
        #expect(page.contains("Schoolweg 1") && page.contains("52.0955"))
        let features = try #require(
            device.run("map", "--json").expect(stderr: .exactly(Self.note)).object()["features"] as? [[String: Any]])
        let points = features.compactMap { ($0["geometry"] as? [String: Any])?["coordinates"] as? [Double] }
        #expect(points.count == 3 && Set(points).count == 2)
        let shed = try #require(features.last?["properties"] as? [String: Any])
        #expect(shed["name"] as? String == "Shed" && shed["address"] == nil)
        #expect(try #require(shed["accuracy"] as? Double) > 400)
        let drawn = try device.run("map", "--print").expect(stdout: "School", stderr: .exactly(Self.note)).stdout
        expectHidden(drawn)
        let kept = try self.page(device, "--keep-home", stderr: .empty)
        for secret in Self.secrets { #expect(kept.contains(secret)) }
        try device.run("config", "set", "home", "Home,200m,strip").expect()
        let bare = try self.page(device, stderr: .exactly(Self.stripped))
        expectHidden(bare)
        #expect(!bare.contains("Mow the lawn") && bare.contains("Bring the costume"))
    }

    @Test("A map blurs or omits the device's position near home, too")
    func position() throws {
        let device = try device()
        try device.run("plugin", "config", "position-fixed", "at", "52.09075,5.12145").expect()
        let note = "note: 3 places near home are hidden"
        let page = try page(device, stderr: [.contains(note), .contains("--no-position")])
        expectHidden(page)
        try device.run("config", "set", "home", "Home,strip").expect()
        #expect(try device.run("map", "--json").expect().object()["position"] == nil)
        try device.run("plugin", "config", "position-fixed", "at", "52.0955,5.13").expect()
        #expect(try self.page(device, stderr: "2 places").contains(#""latitude":52.0955,"longitude":5.13"#))
    }

    @Test(
        "A photo near home is blurred to the same point; an export that keeps the photo's place is reported",
        .enabled(if: SamplePhotos.arePossible))
    func photo() throws {
        let device = try Family().device
        let file = try SamplePhotos.make("amsterdam.jpg", on: device)[0]
        try device.run("photo", "add", file, "--caption", "Garden").expect()
        let photo = try #require(device.run("photo", "--json").objects().first)
        let location = try #require(photo["location"] as? [String: Any])
        let (latitude, longitude) = (location["latitude"] as? Double ?? 0, location["longitude"] as? Double ?? 0)
        try device.run("pin", "add", "Home", "\(latitude),\(longitude)").expect()
        try device.run("config", "set", "home", "Home").expect()
        let features = try #require(
            device.run("map", "--json").expect(stderr: "2 places near home").object()["features"] as? [[String: Any]])
        let points = features.compactMap { ($0["geometry"] as? [String: Any])?["coordinates"] as? [Double] }
        #expect(points.count == 2 && Set(points).count == 1 && points.first != [longitude, latitude])
        let exported = try device.run("export", "geojson").expect(stderr: "2 places near home").stdout
        #expect(!exported.contains("\(latitude)") && !exported.contains("\(longitude)"))
        try device.run("photo", "export", "-o", device.home + "/out", "--keep-place").expect(
            stderr: .exactly("note: 1 photo contains a place near home; without --keep-place, it is left out\n"))
        try device.run("photo", "export", "-o", device.home + "/out").expectQuietly()
    }

    @Test("Pins and tasks are shared without exact location and address in every format")
    func shares() throws {
        let device = try device()
        let note = "note: 1 place near home is hidden (blurred); --keep-home shows it\n"
        for words in [
            ["pin", "share", "Home"], ["pin", "share", "Home", "--as", "vcf"],
            ["pin", "share", "Shed", "--as", "geojson"],
            ["task", "share", "lawn"], ["task", "share", "lawn", "--as", "ics"],
        ] {
            let outcome = try device.run(words).expect(stderr: .contains(note))
            expectHidden(outcome.stdout)
            #expect(outcome.stdout.contains("52.0") && outcome.stdout.contains("5.1"), "\(outcome)")
            let json = try device.run(words + ["--json"]).expect(stderr: .exactly(note)).stdout
            expectHidden(json)
            let kept = try device.run(words + ["--keep-home"]).expect(stderr: .lacks("near home")).stdout
            #expect(kept.contains("52.0907") || kept.contains("52.0911"))
        }
        try device.run("pin", "share", "Home").expect(stdout: "(not exact: within ")
        try device.run("pin", "share", "School").expect(
            stdout: ["Schoolweg 1", "\n52.0955,5.1302\n"], stderr: .lacks("near home"))
        try device.run("config", "set", "home", "Home,200m,strip").expect()
        try device.run("pin", "share", "Home").expect(stdout: .exactly("Home\n"), stderr: "(left out)")
        try device.run("task", "share", "lawn").expect(stdout: .exactly("Mow the lawn\nWhere: Home\n"))
        let feature = try device.run("pin", "share", "Home", "--as", "geojson").expect().object()
        #expect(feature["geometry"] is NSNull)
        let calendar = try device.run("task", "share", "lawn", "--as", "ics").expect().stdout
        #expect(!calendar.contains("GEO") && calendar.contains("LOCATION:Home"))
    }

    @Test("Texts are unchanged; a text that reveals home is reported")
    func texts() throws {
        let device = try device()
        try device.run("note", "add", "The key lies at kerkstraat 5, utrecht", "--pin", "School").expect()
        try device.run("note", "add", "Meet at https://osm.org/?mlat=52.0908&mlon=5.1215 at ten").expect()
        try device.run("note", "add", "Bring 2.5 kg and 3.50 euros").expect()
        let note =
            "note: a text contains the address or coordinates of a place near home; texts are not changed\n"
        try device.run("note", "share", "key").expect(stdout: "kerkstraat 5", stderr: .contains(note))
        try device.run("note", "share", "Meet").expect(stderr: .contains(note))
        try device.run("note", "share", "Meet", "--keep-home").expect(stderr: .lacks("near home"))
        try device.run("note", "share", "Bring").expect(stderr: .lacks("near home"))
        try device.run("map").expect(stderr: .contains(note))
        try device.run("export", "geojson").expect(stderr: .contains(note))
    }

    @Test(
        "Export formats for others hide home",
        arguments: [
            "geojson", "kml", "gpx", "ics", "markdown", "taskwarrior",
        ])
    func exports(format: String) throws {
        let device = try device()
        let exported = try device.run("export", format).expect(stdout: "School", stderr: .exactly(Self.note)).stdout
        expectHidden(exported)
        let kept = try device.run("export", format, "--keep-home").expectQuietly().stdout
        #expect(kept.contains("52.0907"))
        try device.run("config", "set", "home", "Home,200m,strip").expect()
        #expect(try device.run("export", "--keep-home", format).expectQuietly().stdout == kept)
        let bare = try device.run("export", format).expect(stdout: "School", stderr: .exactly(Self.stripped)).stdout
        expectHidden(bare)
        try device.run("export", format, "--help").expectQuietly("[--keep-home]")
    }

    @Test("A backup is complete and can be imported; formats without places need no hiding")
    func whole() throws {
        let device = try device()
        let backup = try device.run("export", "jsonl").expectQuietly().stdout
        for secret in Self.secrets { #expect(backup.contains(secret)) }
        for format in ["csv", "html", "todotxt"] {
            expectHidden(try device.run("export", format).expectQuietly().stdout)
        }
        let file = device.home + "/family.jsonl"
        try backup.write(toFile: file, atomically: true, encoding: .utf8)
        let other = try Family().device
        try other.run("import", "jsonl", file).expect()
        try other.run("pin", "list", "--json").expect(stdout: "52.0907")
    }

    @Test("Output for the user stays exact")
    func own() throws {
        let device = try device()
        try device.run("pin", "show", "Home").expectQuietly(["52.0907", "Kerkstraat 5"])
        try device.run("pin", "copy", "Home").expect(stdout: "52.0907,5.1214")
        try device.run("pin", "go", "Home", "--print").expect(stdout: "52.0907")
    }
}
