// SPDX-License-Identifier: Apache-2.0

import HometaskMap
import HometaskTerminal
import TestSupport
import Testing

@Suite("The layer of coastlines, borders and towns")
struct MapLayerTests {
    /// A coast of three points, a border of two, a country with both, and one town.
    private static let small: [UInt8] =
        Array("HMAP".utf8) + [
            1, 100,
            2,
            0, 3, 0xC8, 0x01, 0x87, 0x07, 0, 2, 1, 1,
            1, 2, 2, 2, 2, 0,
            1, 1, 2, 0, 3,
            1, 14, 0x90, 0x08, 0x9F, 0x01, 3, 0x4F, 0xC3, 0xA9,
        ]

    @Test("Numbers of one and two bytes, forwards and backwards, are decoded correctly")
    func decoded() throws {
        let layer = try MapLayer(Self.small)
        #expect(layer.lines.map(\.kind) == [.coast, .border])
        #expect(
            layer.lines[0].points == [
                MapPoint(latitude: -4.52, longitude: 1), MapPoint(latitude: -4.51, longitude: 1),
                MapPoint(latitude: -4.52, longitude: 0.99),
            ])
        #expect(layer.countries == [[[0, -2]]])
        #expect(layer.towns.map(\.name) == ["Oé"] && layer.towns.map(\.size) == [14])
        #expect(layer.towns.map(\.point) == [MapPoint(latitude: -0.8, longitude: 5.2)])
    }

    @Test("A layer that is truncated, overlong or in a foreign format is refused")
    func damaged() {
        for count in 0..<Self.small.count {
            #expect(throws: MapLayerError.self, "\(count) bytes") { try MapLayer(Self.small.prefix(count)) }
        }
        #expect(throws: MapLayerError.self) { try MapLayer(Self.small + [0]) }
        // A ring of missing lines.
        let place = Self.small.count - 11
        #expect(Self.small[place] == 3, "the second line, backwards")
        for number: UInt8 in [4, 5, 6, 127] {
            var bytes = Self.small
            bytes[place] = number
            #expect(throws: MapLayerError.damaged(at: place + 1), "\(number)") { try MapLayer(bytes) }
        }
        #expect(throws: MapLayerError.notALayer) { try MapLayer(Array("HMAP".utf8) + [2]) }
        #expect(throws: MapLayerError.self) {
            try MapLayer(Array("HMAP".utf8) + [1, 100, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
        }
    }

    @Test("Damaged bytes are read or refused")
    func random() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<2000 {
            var bytes = Self.small
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 5..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = try? MapLayer(bytes)
        }
    }

    @Test("The bundled layer is intact: rings close, towns are sorted by size, names are harmless")
    func bundled() throws {
        let layer = try MapLayer.bundled()
        #expect(layer.lines.count > 4000 && layer.countries.count > 240 && layer.towns.count > 25_000)
        for ring in layer.countries.joined() {
            let ends = ring.map { number in
                let points = layer.lines[number < 0 ? -number - 1 : number].points
                return number < 0 ? (points[points.count - 1], points[0]) : (points[0], points[points.count - 1])
            }
            for (one, next) in zip(ends, ends.dropFirst() + ends.prefix(1)) where one.1 != next.0 {
                Issue.record("a ring has a gap at \(one.1)")
            }
        }
        let used = Set(layer.countries.joined().joined().map { $0 < 0 ? -$0 - 1 : $0 })
        #expect(used == Set(layer.lines.indices))
        #expect(layer.towns.map(\.size) == layer.towns.map(\.size).sorted(by: >))
        #expect(layer.towns.allSatisfy { EscapedText.safe($0.name) == $0.name && !$0.name.isEmpty })
        #expect(layer.lines.joined { $0.points }.allSatisfy { (-90...90).contains($0.latitude) })
    }

    @Test(
        "Towns have their known positions",
        arguments: [
            ("Amsterdam", 52.374, 4.8897), ("Auckland", -36.8485, 174.7635), ("Reykjavík", 64.1355, -21.8954),
            ("Nairobi", -1.2833, 36.8167),
        ])
    func places(name: String, latitude: Double, longitude: Double) throws {
        let towns = try MapLayer.bundled().towns.filter { $0.name == name }
        #expect(
            towns.contains { abs($0.point.latitude - latitude) < 0.01 && abs($0.point.longitude - longitude) < 0.01 })
    }

    @Test("The coast passes by Scheveningen, and the border between Germany and the Netherlands by Bad Bentheim")
    func lines() throws {
        let layer = try MapLayer.bundled()
        func hasPoint(_ kind: MapLayer.LineKind, latitude: ClosedRange<Double>, longitude: ClosedRange<Double>)
            -> Bool
        {
            layer.lines.contains { line in
                line.kind == kind
                    && line.points.contains { latitude.contains($0.latitude) && longitude.contains($0.longitude) }
            }
        }
        #expect(hasPoint(.coast, latitude: 52.0...52.2, longitude: 4.15...4.4))
        #expect(hasPoint(.border, latitude: 52.2...52.45, longitude: 6.9...7.1))
        #expect(!hasPoint(.coast, latitude: 52.2...52.45, longitude: 6.9...7.1))
    }
}

extension Sequence {
    fileprivate func joined<Part: Sequence>(_ part: (Element) -> Part) -> [Part.Element] { flatMap(part) }
}
