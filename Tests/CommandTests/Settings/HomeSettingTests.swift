// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The setting home")
struct HomeSettingTests {
    private func device() throws -> Device {
        let device = try Family().device
        try device.run("pin", "add", "Home", "52.0907,5.1214").expect()
        try device.run("pin", "add", "Grandma, \"Oma\"", "52.37,-4.89").expect()
        try device.run("pin", "add", "Nowhere").expect()
        return device
    }

    @Test("Home is a pin, a radius and a treatment of places; setting it reports the effect")
    func set() throws {
        let device = try device()
        let answer = try device.run("config", "set", "--family", "home", "home").expectQuietly().stdout
        #expect(
            answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                == "home is Home,200m,blur for the whole family: maps, shares and exports show places within 200 m of it blurred, and without their addresses."
        )
        try device.run("config", "get", "home").expectQuietly(.exactly("Home,200m,blur\n"))
        try device.run("config", "set", "home", "Home, 1.5km, Strip").expectQuietly("Home,1500m,strip for the whole")
        try device.run("config", "get", "--family", "home").expectQuietly(.exactly("Home,1500m,strip\n"))
        try device.run("config", "set", "home", "Grandma, \"Oma\",300m").expectQuietly("Grandma, \"Oma\",300m,blur")
        try device.run("config", "set", "home", "oma,strip").expectQuietly("Grandma, \"Oma\",200m,strip")
        try device.run("config").expectQuietly("Grandma, \"Oma\",200m,strip")
        #expect(try device.diary().first == "Mia set the family's home to 'Grandma, \"Oma\",200m,strip'")
        try device.run("config", "unset", "--family", "home").expectQuietly("no place is hidden")
        try device.run("config", "get", "home").expect(status: 1)
        try device.run("config", "unset", "home").expectQuietly("was not set")
        try device.run("doctor").expect()
        try device.expectClean()
    }

    @Test("Deleting home's pin or the pin's location reports that home is no longer hidden; so does an export")
    func gone() throws {
        let device = try device()
        try device.run("config", "set", "home", "Home").expect()
        try device.run("pin", "delete", "Home").expectQuietly("home is no longer hidden")
        let fault = "note: home is not hidden: its pin ‘Home’ is in the trash"
        for words in [["export", "geojson"], ["map"], ["map", "--json"], ["pin", "share", "Oma"]] {
            try device.run(words).expect(stderr: .contains(fault))
        }
        try device.run("export", "jsonl").expectQuietly()
        try device.run("export", "geojson", "--keep-home").expectQuietly()
        try device.run("pin", "restore", "Home").expect()
        try device.run("export", "geojson").expect(stderr: "1 place near home is hidden")
        try device.run("pin", "delete", "Home", "--json").expect(stderr: "home is no longer hidden")
        try device.run("pin", "restore", "Home").expect()
        try device.run("pin", "edit", "Home", "--no-location").expect(stderr: "home is no longer hidden")
        try device.run("export", "geojson").expect(stderr: "its pin ‘Home’ has no location")
        try device.run("pin", "delete", "Nowhere").expectQuietly(.lacks("home"))
    }

    @Test("Wrong usage is refused with a reason and a hint, and changes nothing")
    func wrongUse() throws {
        let device = try device()
        for use in [
            WrongUse("config", "set", "home", "Mars", status: 66, message: "‘Mars’", hint: "Home"),
            WrongUse("config", "set", "home", "Nowhere", status: 64, message: "has no location", hint: "pin edit"),
            WrongUse("config", "set", "home", "Home,0m", status: 64, message: "from 1m to 100km"),
            WrongUse("config", "set", "home", "Home,101km", status: 64, message: "from 1m to 100km"),
            WrongUse("config", "set", "home", "Home,-5m", status: 64, message: "‘-5m’ is neither", hint: "home,300m"),
            WrongUse("config", "set", "home", "Home,200m,paint", status: 64, message: "‘paint’ is neither"),
            WrongUse("config", "set", "home", "", status: 64, message: "pin"),
            WrongUse("config", "set", "--user", "home", "Home", status: 64, message: "‘home’ cannot be set"),
        ] {
            try device.expectRefusal(use)
        }
    }
}
