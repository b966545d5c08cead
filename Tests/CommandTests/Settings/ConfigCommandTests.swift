// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Settings")
struct ConfigCommandTests {
    @Test("The nearest scope takes precedence: device, then user, then family")
    func nearest() throws {
        let device = try Family().device
        try device.run("config", "get", "week-start").expectQuietly(.exactly("monday\n"))
        try device.run("config", "set", "--family", "week-start", "Saturday").expectQuietly("whole family")
        #expect(try device.diary() == ["Mia set the family's week-start to 'saturday'"])
        try device.run("config", "set", "--user", "week-start", "sunday").expect()
        try device.run("config", "get", "week-start").expectQuietly(.exactly("sunday\n"))
        try device.run("config", "set", "week-start", "monday").expect()
        try device.run("config", "get", "week-start").expectQuietly(.exactly("monday\n"))
        try device.run("config", "get", "--family", "week-start").expectQuietly(.exactly("saturday\n"))
        try device.run("config", "unset", "week-start").expectQuietly("sunday again")
        let unset = try device.run("config", "unset", "week-start").expectQuietly().stdout
        #expect(
            unset.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                == "week-start was not set on this device. It is sunday for all your families on this machine: 'hometask config unset --user week-start' resets that."
        )
        try device.run("config", "unset", "--user", "week-start").expectQuietly("saturday again")
        try device.run("config", "unset", "sort").expectQuietly(.exactly("sort was not set on this device.\n"))
        try device.expectClean()
    }

    @Test("A family setting reaches the other devices; a device setting does not")
    func reach() throws {
        let (family, laptop) = try Family.pair()
        try laptop.run("config", "set", "--family", "units", "imperial").expect()
        try laptop.run("config", "set", "sort", "-priority,title").expect()
        try laptop.run("sync").expect()
        try family.device.run("sync").expect()
        try family.device.run("config", "get", "units").expectQuietly(.exactly("imperial\n"))
        try family.device.run("config", "get", "sort").expectQuietly(.exactly("due,priority\n"))
    }

    @Test("Outside of any family, the default family is used")
    func defaultFamily() throws {
        let device = try Family().device
        try device.run("config", "set", "default-family", device.folder).expect()
        var elsewhere = device
        elsewhere.folder = device.home
        try elsewhere.run("me").expectQuietly("Mia")
        try elsewhere.run("config", "unset", "default-family").expect()
        try elsewhere.run("me").expect(status: 78, stderr: ["no family repository here", "hint: "])
        try elsewhere.run("config", "set", "--user", "color", "never").expect()
        try elsewhere.run("config", "set", "sort", "due").expect(status: 78, stderr: ["no family", "--user"])
    }

    @Test("A missing default family is reported as such, and can be set again")
    func missingDefault() throws {
        let device = try Family().device
        try device.run("config", "set", "default-family", device.folder).expect()
        var elsewhere = device
        elsewhere.folder = device.home
        let moved = device.folder + "-moved"
        try FileManager.default.moveItem(atPath: device.folder, toPath: moved)
        try elsewhere.run("list").expect(
            status: 78, stdout: .empty,
            stderr: [
                "error: the default family's folder \(device.folder) is not there",
                "hint: Name its new place with 'hometask config set default-family DIR'.",
            ])
        try elsewhere.run("config", "set", "default-family", moved).expect()
        try elsewhere.run("me").expectQuietly("Mia")
    }

    @Test("The list shows the origin of each value")
    func list() throws {
        let device = try Family().device
        try device.run("config", "set", "color", "always").expect()
        let settings = try device.run("config", "--json").objects()
        let color = settings.first { $0["name"] as? String == "color" }
        #expect(color?["value"] as? String == "always")
        #expect(color?["from"] as? String == "device")
        try device.run("config", "--color=never").expectQuietly(["week-start", "monday", "default", "not set"])
    }

    static let wrongUses: [WrongUse] = [
        WrongUse(
            "config", "set", "weekstart", "monday", status: 64, message: "no setting ‘weekstart’", hint: "week-start"),
        WrongUse("config", "get", "colour", status: 64, message: "no setting", hint: "Settings: week-start"),
        WrongUse("config", "set", "week-start", "friday", status: 64, message: "‘friday’", hint: "monday, saturday"),
        WrongUse("config", "set", "sort", "due,size", status: 64, message: "‘due,size’", hint: "due, title"),
        WrongUse("config", "set", "units", "furlongs", status: 64, message: "furlongs", hint: "metric or imperial"),
        WrongUse("config", "set", "color", "red", status: 64, message: "‘red’", hint: "auto, always"),
        WrongUse(
            "config", "set", "--family", "sort", "due", status: 64, message: "‘sort’ cannot be set", hint: "Set it"),
        WrongUse(
            "config", "set", "--family", "--user", "units", "metric", status: 64, message: "cannot be used together",
            hint: nil),
        WrongUse(
            "config", "set", "default-family", "nowhere", status: 66, message: "no family repository", hint: "Name"),
        WrongUse("config", "set", "--family", "zone", "Mars/X", status: 64, message: "Mars/X", hint: nil),
        WrongUse("config", "set", "--family", "email", "x", status: 64, message: "not an e-mail", hint: "looks like"),
        WrongUse(
            "config", "unset", "--family", "name", status: 64, message: "the name of a family cannot be unset",
            hint: "config set"),
    ]

    @Test("Wrong usage is refused with a hint, and changes nothing", arguments: wrongUses)
    func wrongUse(_ use: WrongUse) throws {
        let device = try Family().device
        try device.expectRefusal(use)
    }
}
