// SPDX-License-Identifier: Apache-2.0

import HometaskMap
import TestSupport
import Testing

@Suite("The map projection")
struct WebMercatorTests {
    @Test("Agrees with the example of IOGP's Guidance Note 7-2, section 3.2.1.2")
    func example() {
        // 24°22'54.433"N, 100°20'00.000"W is E −11 169 055.58 m, N 2 800 000.00 m.
        let point = MapPoint(latitude: 24 + 22.0 / 60 + 54.433 / 3600, longitude: -(100 + 20.0 / 60))
        let (x, y) = WebMercator.position(of: point)
        #expect(abs((x - 0.5) * WebMercator.circumference + 11_169_055.58) < 0.01)
        #expect(abs((0.5 - y) * WebMercator.circumference - 2_800_000) < 0.01)
    }

    @Test("Maps the world to a square, and round-trips")
    func square() {
        let corner = WebMercator.position(of: MapPoint(latitude: 90, longitude: -180))
        #expect(abs(corner.x) < 1e-12 && abs(corner.y) < 1e-12)
        let other = WebMercator.position(of: MapPoint(latitude: -90, longitude: 180))
        #expect(abs(other.x - 1) < 1e-12 && abs(other.y - 1) < 1e-12)
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<1000 {
            let point = MapPoint(
                latitude: .random(in: -85...85, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
            let position = WebMercator.position(of: point)
            let back = WebMercator.point(x: position.x, y: position.y)
            #expect(abs(back.latitude - point.latitude) < 1e-9 && abs(back.longitude - point.longitude) < 1e-9)
        }
    }

    @Test("A frame contains all its points, in any arrangement")
    func fitting() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        for _ in 0..<500 {
            let center = MapPoint(
                latitude: .random(in: -70...70, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
            let spread = Double.random(in: 0.001...12, using: &generator)
            let points = (0..<Int.random(in: 1...9, using: &generator)).map { _ in
                let longitude = center.longitude + .random(in: -spread...spread, using: &generator)
                return MapPoint(
                    latitude: center.latitude + .random(in: -spread...spread, using: &generator),
                    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
            }
            let frame = MapFrame.fitting(points, leastMetres: 1000, width: 80, height: 40)
            #expect(points.allSatisfy { frame.contains(frame.dot(of: $0)) }, "\(points), \(SeededGenerator.note)")
            #expect(frame.metresPerDot * 80 > 400, "\(points), \(SeededGenerator.note)")
        }
    }

    @Test("Points on both sides of the antimeridian share a frame")
    func antimeridian() {
        let points = [MapPoint(latitude: -17.7, longitude: 178.1), MapPoint(latitude: -16.8, longitude: -179.9)]
        let frame = MapFrame.fitting(points, leastMetres: 1000, width: 100, height: 100)
        #expect(frame.metresPerDot * 100 < 400_000)
        #expect(frame.dot(of: points[0]).x < frame.dot(of: points[1]).x)
    }

    @Test("A frame around a point has the requested width in metres, at any latitude", arguments: [0.0, 52, -77])
    func metres(_ latitude: Double) {
        let frame = MapFrame(
            around: MapPoint(latitude: latitude, longitude: 5), metres: 60_000, width: 80, height: 32)
        #expect(abs(frame.metresPerDot * 80 - 60_000) < 1)
        let middle = frame.dot(of: MapPoint(latitude: latitude, longitude: 5))
        #expect(abs(middle.x - 40) < 1e-6 && abs(middle.y - 16) < 1e-6)
    }
}
