// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import TestSupport
import Testing

@Suite("The zone around home")
struct HomeZoneTests {
    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        try #require(Coordinates(latitude: latitude, longitude: longitude))
    }

    /// The place the given metres north and east of another, across a pole and the antimeridian too.
    private func place(_ north: Double, _ east: Double, of center: Coordinates) throws -> Coordinates {
        var latitude = center.latitude + north / 111_000
        let parallel = max(cos(center.latitude * .pi / 180), 1e-6)
        var longitude = center.longitude + min(max(east / (111_320 * parallel), -180), 180)
        if latitude.magnitude > 90 {
            latitude = (latitude < 0 ? -180 : 180) - latitude
            longitude += 180
        }
        return try point(latitude, longitude.remainder(dividingBy: 360))
    }

    /// The chord through a sphere, which differs from the geodesic on the ellipsoid by less than one per cent.
    private func chord(_ first: Coordinates, _ second: Coordinates) -> Double {
        func vector(_ place: Coordinates) -> [Double] {
            let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
            return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
        }
        return 6_371_009 * zip(vector(first), vector(second)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
    }

    /// Homes all over the globe: random ones, and at and near the poles, the antimeridian, the equator and Greenwich.
    private func homes(_ count: Int, _ generator: inout SeededGenerator) throws -> [Coordinates] {
        var homes = try [
            point(90, 0), point(-90, 17), point(0, 0), point(0, 180), point(0, -180), point(52, 180), point(-17, -180),
            point(89.9995, 12), point(-89.99, 180), point(-0.0001, 179.9999), point(52.0907, 5.1214),
        ]
        for _ in 0..<count {
            let latitude = asin(Double.random(in: -1...1, using: &generator)) * 180 / .pi
            homes.append(try point(latitude, .random(in: -180...180, using: &generator)))
        }
        return homes
    }

    @Test(
        "Places outside are unchanged; all inside become one point, or none",
        arguments: [1, 50, 200, 5000, 100_000.0])
    func places(radius: Double) throws {
        var generator = SeededGenerator(usually: 91)
        for home in try homes(60, &generator) {
            let zone = HomeZone(center: home, radius: radius, hiding: .blur)
            let bare = HomeZone(center: home, radius: radius, hiding: .strip)
            let shown = try #require(zone.shown)
            #expect(bare.shown == nil)
            for _ in 0..<20 {
                let (north, east) = (
                    Double.random(in: -2...2, using: &generator), Double.random(in: -2...2, using: &generator)
                )
                let place = try place(north * radius, east * radius, of: home)
                let result = try #require(zone.shown(of: place, accuracy: 7))
                let way = chord(home, place)
                if way < 0.99 * radius {
                    #expect(result.coordinates == shown.coordinates && result.accuracy == shown.accuracy)
                    #expect(bare.shown(of: place) == nil)
                    #expect(shown.coordinates.distance(to: place) <= shown.accuracy, "\(home) \(place)")
                } else if way > 1.01 * radius {
                    #expect(result.coordinates == place && result.accuracy == 7, "\(home) \(place)")
                    #expect(bare.shown(of: place)?.coordinates == place)
                }
            }
            #expect(zone.shown(of: home)?.coordinates == shown.coordinates)
        }
    }

    @Test(
        "The point reveals only home's cell, which is at least twice the radius wide and high")
    func cells() throws {
        var generator = SeededGenerator(usually: 92)
        let radius = 300.0
        for center in try homes(25, &generator) {
            var cells: [Coordinates: [Coordinates]] = [:]
            for _ in 0..<80 {
                let home = try place(
                    .random(in: -1500...1500, using: &generator), .random(in: -1500...1500, using: &generator),
                    of: center)
                let shown = try #require(HomeZone(center: home, radius: radius, hiding: .blur).shown)
                #expect(shown.coordinates.distance(to: home) <= shown.accuracy - radius)
                cells[shown.coordinates, default: []].append(home)
            }
            let middles = Array(cells.keys)
            for (index, first) in middles.enumerated() {
                for second in middles[..<index] { #expect(first.distance(to: second) > 2 * radius - 3) }
            }
            // A cell is the area between two parallels and two meridians: home may be anywhere in it.
            for (middle, homes) in cells {
                for (first, second) in zip(homes, homes.dropFirst())
                where abs(first.longitude - second.longitude) < 180 {
                    let between = try point(
                        (first.latitude + second.latitude) / 2, (first.longitude + second.longitude) / 2)
                    #expect(HomeZone(center: between, radius: radius, hiding: .blur).shown?.coordinates == middle)
                }
            }
        }
    }

    @Test(
        "Around a pole all homes share one cell, centred on the pole; the antimeridian is one line from both sides")
    func edges() throws {
        let north = HomeZone(center: try point(89.9999, 100), radius: 500, hiding: .blur)
        #expect(try north.shown?.coordinates == point(90, 0))
        let south = HomeZone(center: try point(-89.9999, -3), radius: 500, hiding: .blur)
        #expect(try south.shown?.coordinates == point(-90, 0))
        #expect(north.contains(try point(89.9999, -80)))
        #expect(!north.contains(try point(89.99, 100)))
        let east = HomeZone(center: try point(-17, 180), radius: 500, hiding: .blur)
        let west = HomeZone(center: try point(-17, -180), radius: 500, hiding: .blur)
        #expect(east.shown == west.shown)
        #expect(east.contains(try point(-17, -179.999)))
        #expect(east.contains(try point(-17, 179.999)))
    }

    @Test("A place at exactly the radius is near home, and a farther one is not")
    func edge() throws {
        let home = try point(52.0907, 5.1214)
        for (latitude, longitude) in [(52.0918, 5.1214), (52.0907, 5.1244), (52.08, 5.13), (52.5, 4.5)] {
            let place = try point(latitude, longitude)
            let distance = home.distance(to: place)
            #expect(HomeZone(center: home, radius: distance, hiding: .strip).contains(place))
            #expect(!HomeZone(center: home, radius: distance.nextDown, hiding: .strip).contains(place))
            #expect(HomeZone(center: home, radius: distance + 0.01, hiding: .strip).contains(place))
        }
    }

    @Test("The family's field round-trips, and an unreadable value hides more rather than less")
    func field() throws {
        let pin = try #require(DocumentID("0468b537-7001-49dd-a630-2c417822d0b8"))
        let home = Home(pin: pin, radius: 250.5, hiding: .strip)
        #expect(Home(home.json) == home)
        #expect(Home(["pin": "nothing", "radius": 1, "hide": "blur"]) == nil && Home(nil) == nil)
        let odd = Home(["pin": .string(pin.description), "radius": "far", "hide": "paint"])
        #expect(odd == Home(pin: pin, radius: 200, hiding: .strip))
        #expect(Home(pin: pin, radius: 0).radius == 1 && Home(pin: pin, radius: 1e9).radius == 100_000)
        let family = try #require(
            FamilyRecord(["id": .string(pin.description), "name": "Berg", "home": home.json]))
        #expect(family.home == home)
    }

    @Test("A home whose pin is missing, in the trash or without a place hides nothing, and gives the reason")
    func unknownLocations() throws {
        let pin = try #require(DocumentID("0468b537-7001-49dd-a630-2c417822d0b8"))
        let path = try #require(DocumentPath(kind: .pin, id: pin))
        func state(_ members: JSONObject) throws -> Home.Location {
            var document = members
            document["id"] = .string(pin.description)
            document["kind"] = "pin"
            document["name"] = "Nest"
            return try Home(pin: pin).location(reading: MemoryReader([path: document.canonicalBytes()]))
        }
        let location = try point(52, 5).location()
        let zone = HomeZone(center: try point(52, 5), radius: 200, hiding: .blur)
        #expect(try state(["location": location]) == .known(zone))
        #expect(try state([:]) == .unknown("its pin ‘Nest’ has no location"))
        let deleted = try state(["location": location, "deleted": "2026-11-21T09:00:00Z"])
        #expect(deleted == .unknown("its pin ‘Nest’ is in the trash"))
        let none = try Home(pin: pin).location(reading: MemoryReader())
        #expect(none == .unknown("its pin does not exist, or cannot be read"))
    }
}
