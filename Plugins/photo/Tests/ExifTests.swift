// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime
import TestSupport
import Testing

@testable import PluginPhoto

/// Fields as reported by libvips.
@Suite("Exif metadata of a photo")
struct ExifTests {
    private func exif(_ fields: [String: String]) -> Exif {
        Exif { fields[$0] }
    }

    private func text(_ value: String) -> String {
        "\(value) (\(value), ASCII, \(value.utf8.count + 1) components, \(value.utf8.count + 1) bytes)"
    }

    private func place(
        latitude: String, north: String?, longitude: String, east: String?, error: String? = nil
    ) -> [String: String] {
        var fields = [
            "exif-ifd3-GPSLatitude": "\(latitude) (?, Rational, 3 components, 24 bytes)",
            "exif-ifd3-GPSLongitude": "\(longitude) (?, Rational, 3 components, 24 bytes)",
        ]
        fields["exif-ifd3-GPSLatitudeRef"] = north.map(text)
        fields["exif-ifd3-GPSLongitudeRef"] = east.map(text)
        fields["exif-ifd3-GPSHPositioningError"] = error.map { "\($0) (?, Rational, 1 components, 8 bytes)" }
        return fields
    }

    @Test("Degrees, minutes and seconds are converted in every hemisphere")
    func hemispheres() throws {
        let amsterdam = try #require(
            exif(
                place(latitude: "52/1 22/1 318/25", north: "N", longitude: "4/1 53/1 1068/25", east: "E", error: "11/2")
            ).position)
        #expect(amsterdam.latitude == 52.3702 && amsterdam.longitude == 4.8952 && amsterdam.accuracy == 5.5)
        let south = try #require(
            exif(place(latitude: "33/1 51/1 24/1", north: "S", longitude: "151/1 12/1 0/1", east: "W")).position)
        #expect(south.latitude == -33.8566667 && south.longitude == -151.2 && south.accuracy == nil)
        let fine = try #require(
            exif(place(latitude: "0/1 0/1 1/1", north: "S", longitude: "179/1 60/1 0/1", east: "E")).position)
        #expect(fine.latitude == -0.0002778 && fine.longitude == 180)
    }

    @Test(
        "An invalid position is ignored",
        arguments: [
            ("0/1 0/1 0/1", "N", "0/1 0/1 0/1", "E"), ("95/1 0/1 0/1", "N", "4/1 0/1 0/1", "E"),
            ("52/0 0/1 0/1", "N", "4/1 0/1 0/1", "E"), ("52/1 75/1 0/1", "N", "4/1 0/1 0/1", "E"),
            ("52/1 0/1 0/1", nil, "4/1 0/1 0/1", "E"), ("52/1 0/1 0/1", "X", "4/1 0/1 0/1", "E"),
            ("52/1 0/1", "N", "4/1 0/1 0/1", "E"), ("-52/1 0/1 0/1", "N", "4/1 0/1 0/1", "E"),
            ("nan/1 0/1 0/1", "N", "4/1 0/1 0/1", "E"), ("90/1 0/1 1/1", "N", "4/1 0/1 0/1", "E"),
            ("x", "N", "4/1 0/1 0/1", "E"), ("52/1 0/1 0/1", "N", "180/1 0/1 1/1", "W"),
        ] as [(String, String?, String, String?)])
    func noPlace(latitude: String, north: String?, longitude: String, east: String?) {
        #expect(exif(place(latitude: latitude, north: north, longitude: longitude, east: east)).position == nil)
    }

    @Test("The receiver's time takes precedence over the camera's, and an offset over the zone")
    func times() throws {
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        let local = ["exif-ifd2-DateTimeOriginal": text("2026:07:14 10:20:30")]
        #expect(exif(local).time(in: zone)?.rfc3339 == "2026-07-14T08:20:30Z")
        #expect(exif(local).time(in: .utc)?.rfc3339 == "2026-07-14T10:20:30Z")
        let offset = local.merging(["exif-ifd2-OffsetTimeOriginal": text("-05:30")]) { $1 }
        #expect(exif(offset).time(in: zone)?.rfc3339 == "2026-07-14T15:50:30Z")
        let receiver = offset.merging([
            "exif-ifd3-GPSDateStamp": text("2026:07:15"),
            "exif-ifd3-GPSTimeStamp": "1/1 2/1 399/100 (01:02:03.99, Rational, 3 components, 24 bytes)",
        ]) { $1 }
        #expect(exif(receiver).time(in: zone)?.rfc3339 == "2026-07-15T01:02:03Z")
    }

    @Test(
        "An invalid time is ignored",
        arguments: [
            "2026:02:30 10:00:00", "0000:00:00 00:00:00", "2026:07:14", "10:20:30", "2026:07:14 25:00:00", ":", "",
        ])
    func noTime(_ words: String) {
        #expect(exif(["exif-ifd2-DateTimeOriginal": text(words)]).time(in: .utc) == nil)
    }

    @Test(
        "The camera's maker is named once, without control characters",
        arguments: [
            ("Acme", "Acme Snap 3", "Acme Snap 3"), ("Acme", "Snap (mk II)", "Acme Snap (mk II)"),
            ("Acme", nil, "Acme"),
            (nil, "Snap", "Snap"), (" ", "", nil), ("A\u{1b}[31m\nB", nil, "A[31mB"),
        ] as [(String?, String?, String?)])
    func camera(maker: String?, model: String?, expected: String?) {
        var fields: [String: String] = [:]
        fields["exif-ifd0-Make"] = maker.map(text)
        fields["exif-ifd0-Model"] = model.map(text)
        #expect(exif(fields).camera == expected)
    }

    @Test("Random fields yield only valid positions")
    func odd() {
        var random = SeededGenerator()
        let pieces = [
            "52/1", " ", "0/0", "-1/3", "N", "(", ")", ", ", ":", "2026", "\u{0}", "9999999999999999999/1", "e9",
        ]
        for _ in 0..<2000 {
            let exif = Exif { _ in
                (0..<Int.random(in: 0...8, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
            if let position = exif.position {
                #expect(
                    (-90...90).contains(position.latitude) && (-180...180).contains(position.longitude),
                    "\(random.note)")
            }
            _ = (exif.camera, exif.time(in: .utc))
        }
    }
}
