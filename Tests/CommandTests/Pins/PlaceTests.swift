// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Tasks at a place")
struct PlaceTests {
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("pin", "add", "Yard", "52.3702,4.8952").expect()
        try device.run("pin", "add", "School", "52.36,4.90").expect()
        return device
    }

    @Test(
        "add and edit take a pin and a distance in any unit; show and --json report them",
        arguments: [
            ("100m", 100.0, "100 m"), ("1.5km", 1500, "1.5 km"), ("2km", 2000, "2 km"),
            ("0.5mi", 804.672, "805 m"), ("1mi", 1609.344, "1.6 km"), ("300ft", 91.44, "91 m"), ("75", 75, "75 m"),
        ])
    func units(text: String, metres: Double, shown: String) throws {
        let device = try device()
        try device.run("add", "Take the glass away", "--at", "Yard", "--within", text).expectQuietly("Added")
        try device.run("show", "glass").expectQuietly(["Yard", .contains(shown)])
        try expectPlace("Yard", metres, of: device)
        try device.run("add", "Bring the bag").expect()
        try device.run("delete", "glass").expect()
        try device.run("edit", "bag", "--at", "School", "--within", text).expectQuietly("Changed the place")
        try expectPlace("School", metres, of: device)
    }

    @Test("A place needs no distance; the distance can change alone, and the place can be removed")
    func edits() throws {
        let device = try device()
        try device.run("add", "Glass", "--at", "Yard").expect()
        try expectPlace("Yard", nil, of: device)
        try device.run("edit", "Glass", "--within", "2km").expect()
        try expectPlace("Yard", 2000, of: device)
        try device.run("edit", "Glass", "--at", "School").expect()
        #expect(try place(of: device)?.name == "School")
        try device.with(["HOME": device.home]).run("config", "set", "units", "imperial").expect()
        try device.run("edit", "Glass", "--at", "Yard", "--within", "0.5mi").expect()
        try device.run("show", "Glass").expectQuietly("0.5 mi")
        try device.run("edit", "Glass", "--no-at").expect()
        #expect(try place(of: device) == nil)
    }

    private func place(of device: Device) throws -> (name: String?, within: Double?)? {
        let task = try #require(try device.run("list", "--json").objects().first)
        guard let place = task["place"] as? [String: Any] else { return nil }
        let pins = try device.run("pin", "list", "--json").objects()
        let pin = pins.first {
            $0["id"] as? String == (place["pin"] as? [String: Any])?["id"] as? String ?? place["pin"] as? String
        }
        return (pin?["name"] as? String, (place["within"] as? NSNumber)?.doubleValue)
    }

    private func expectPlace(
        _ name: String, _ metres: Double?, of device: Device, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let place = try #require(try place(of: device), sourceLocation: sourceLocation)
        #expect(place.name == name, sourceLocation: sourceLocation)
        #expect(place.within == metres, sourceLocation: sourceLocation)
    }
}
