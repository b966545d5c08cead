// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskFamily
import TestSupport
import Testing

@Suite("Distances over the earth")
struct GeodesicTests {
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("geodesics.py").path
    private static let hasOracle = (try? Tool("python3").run(["-c", "import geographiclib"]))?.status == 0

    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    private func expect(
        from start: (Double, Double), to end: (Double, Double), metres: Double, within tolerance: Double = 0.001,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (start, end) = (try point(start.0, start.1), try point(end.0, end.1))
        for distance in [start.distance(to: end), end.distance(to: start)] {
            #expect(abs(distance - metres) <= tolerance, "\(distance)", sourceLocation: sourceLocation)
        }
    }

    /// A geodesic with a known solution: two points, the azimuth at the first point, and the length.
    private struct Known {
        let start: Coordinates
        let end: Coordinates
        let azimuth: Double
        let length: Double

        init(_ line: Substring) throws {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            try #require(numbers.count == 6)
            start = try #require(Coordinates(latitude: numbers[0], longitude: numbers[1]))
            end = try #require(Coordinates(latitude: numbers[2], longitude: numbers[3]))
            (azimuth, length) = (numbers[4], numbers[5])
        }

        /// The lateral deviation at the end of the geodesic, or at its widest, caused by the azimuth's error.
        func isAside(_ azimuth: Double) -> Double {
            abs((azimuth - self.azimuth).remainder(dividingBy: 360)) * .pi / 180 * min(length, 6_400_000)
        }
    }

    private func known(_ arguments: [String]) throws -> [Known] {
        let run = try Tool("python3").run([Self.program] + arguments)
        try #require(run.status == 0)
        return try run.output.split(separator: "\n").map { try Known($0) }
    }

    @Test(
        "Matches the published test cases of GeographicLib to a millimetre, in both directions",
        .enabled(if: hasOracle, "no Python has the module geographiclib"))
    func published() throws {
        let cases = try known([])
        #expect(cases.count == 20)
        for known in cases {
            let way = Geodesic(from: known.start, to: known.end)
            #expect(abs(way.length - known.length) < 0.001)
            #expect(abs(known.end.distance(to: known.start) - known.length) < 0.001)
            #expect(known.isAside(try #require(way.azimuth)) < 0.001)
        }
    }

    @Test(
        "Matches GeographicLib on random ways, many of them between nearly antipodal or nearly equal points",
        .enabled(if: hasOracle, "no Python has the module geographiclib"))
    func random() throws {
        let generator = SeededGenerator()
        let cases = try known(["\(generator.seed)", "5000"])
        #expect(cases.count == 5000)
        for known in cases {
            let way = Geodesic(from: known.start, to: known.end)
            #expect(abs(way.length - known.length) < 0.001, "\(known); \(generator.note)")
            // Within 50 km of the antipode, other azimuths are as good; at a pole, the azimuth depends on the
            // longitude.
            guard (1..<19_950_000).contains(known.length), abs(known.start.latitude) < 89.9 else { continue }
            #expect(known.isAside(try #require(way.azimuth)) < 0.01, "\(known); \(generator.note)")
        }
    }

    /// Lengths of quadrants: of the equator, a π/2, and of a meridian, 10,001,965.729 m (Moritz, "Geodetic Reference
    /// System 1980", which differs from WGS 84 by less than a millimetre).
    @Test("Quadrants of the equator and of a meridian have the published lengths")
    func quarters() throws {
        try expect(from: (0, 0), to: (0, 90), metres: 6_378_137 * .pi / 2)
        try expect(from: (0, 33), to: (90, 0), metres: 10_001_965.729, within: 0.01)
        try expect(from: (90, 10), to: (-90, 77), metres: 2 * 10_001_965.729, within: 0.02)
        // The shortest path to the far side of the equator leads over a pole.
        try expect(from: (0, 0), to: (0, 180), metres: 2 * 10_001_965.729, within: 0.02)
    }

    @Test("The path across the antimeridian is short, and at a pole the longitude is ignored")
    func seams() throws {
        try expect(from: (0, 179.5), to: (0, -179.5), metres: 6_378_137 * .pi / 180)
        try expect(from: (12, 180), to: (12, -180), metres: 0)
        try expect(from: (90, 0), to: (90, 123), metres: 0)
        try expect(from: (-90, 20), to: (-90, -160), metres: 0)
    }

    @Test("A point has distance zero and no azimuth to itself, and a millimetre is resolved")
    func near() throws {
        let here = try point(52.37, 4.89)
        #expect(Geodesic(from: here, to: here).length == 0)
        #expect(Geodesic(from: here, to: here).azimuth == nil)
        let millimetre = 0.001 / 111_270
        try expect(from: (52.37, 4.89), to: (52.37 + millimetre, 4.89), metres: 0.001, within: 1e-6)
    }

    @Test(
        "The azimuth runs clockwise from north",
        arguments: [(0.01, 0.0, 0.0), (0, 0.01, 90), (-0.01, 0, 180), (0, -0.01, 270)])
    func azimuths(north: Double, east: Double, azimuth: Double) throws {
        let way = Geodesic(from: try point(0, 0), to: try point(north, east))
        #expect(abs(try #require(way.azimuth) - azimuth) < 1e-9)
    }
}
