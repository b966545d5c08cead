// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Distances and directions to pins")
struct PinDistanceTests {
    /// Four pins around a square and one without a place, added a minute apart.
    private func device() throws -> Device {
        let device = try Family(members: ["Mia"]).device
        let pins = [
            ("Dam", "52.373,4.8925"), ("zoo", "52.366,4.9165"), ("Airport", "52.31,4.768"), ("Secret", nil),
            ("Beach", "52.3772,4.53"),
        ]
        for (minute, (name, place)) in pins.enumerated() {
            try device.at("2026-11-21T09:0\(minute):00Z").run(["pin", "add", name] + (place.map { [$0] } ?? []))
                .expect()
        }
        return device
    }

    private func names(_ device: Device, _ arguments: String...) throws -> [String] {
        try device.run(["pin", "list"] + arguments + ["--json"]).expectQuietly().objects().compactMap {
            $0["name"] as? String
        }
    }

    /// A device whose PATH begins with a folder holding the given program.
    private func device(_ device: Device, with program: String, script: String, variables: [String: String]) throws
        -> Device
    {
        let folder = device.home + "/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/\(program)"
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
        return device.with(variables.merging(["PATH": "\(folder):\(device.environment["PATH"] ?? "")"]) { $1 })
    }

    @Test("Pins are sorted by name, age, or distance from a pin, from coordinates or from the device's position")
    func sorting() throws {
        let device = try device()
        #expect(try names(device) == ["Airport", "Beach", "Dam", "Secret", "zoo"])
        #expect(try names(device, "--sort", "age") == ["Beach", "Secret", "Airport", "zoo", "Dam"])
        #expect(try names(device, "--from", "Dam") == ["Dam", "zoo", "Airport", "Beach"])
        #expect(try names(device, "--from", "-52.31,4.768", "--limit", "1") == ["Airport"])
        #expect(try names(device, "--from", "Dam", "--sort", "name") == ["Airport", "Beach", "Dam", "Secret", "zoo"])
        #expect(try names(device, "--near", "Dam", "--sort", "age", "--within", "2km") == ["zoo", "Dam"])
        try device.run("plugin", "config", "position-fixed", "at", "52.31,4.768").expect()
        try device.run("config", "set", "position", "fixed").expect()
        #expect(try names(device, "--from", "here").first == "Airport")
        #expect(try names(device, "--here") == names(device, "--from", "HERE"))
    }

    @Test("The bearing is shown beside the distance, as a compass point and in degrees")
    func bearing() throws {
        let device = try device()
        try device.run("pin", "list", "--from", "Dam").expectQuietly(["1.8 km ESE", "11 km SW", "24.7 km W", "0 m "])
        let pins = try device.run("pin", "list", "--from", "Dam", "--json").expectQuietly().objects()
        #expect(pins[0]["bearing"] == nil && pins[0]["distance"] as? Double == 0)
        // Reference values of GeographicLib.
        #expect(abs(try #require(pins[1]["bearing"] as? Double) - 115.46834) < 0.001)
        #expect(abs(try #require(pins[1]["distance"] as? Double) - 1810.7606) < 0.001)
        #expect(pins[1]["createdAt"] as? String == "2026-11-21T09:01:00Z")
    }

    @Test("Coordinates are copied by the first working clipboard program, or else printed")
    func copy() throws {
        let device = try device()
        let bare = device.with(["DISPLAY": "", "WAYLAND_DISPLAY": ""])
        let printed = try bare.run("pin", "copy", "Dam").expect(stderr: "no clipboard program is available")
        #expect(printed.stdout == "52.373,4.8925\n")
        let file = device.home + "/clipboard"
        let x11 = try self.device(
            bare, with: "xclip", script: "cat >\(file); sleep 600 &", variables: ["DISPLAY": ":9"])
        try x11.run("pin", "copy", "Dam").expectQuietly("Copied 52.373,4.8925, where ‘Dam’ is, with xclip.")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "52.373,4.8925")
        let broken = try self.device(bare, with: "wl-copy", script: "exit 1", variables: ["WAYLAND_DISPLAY": "w"])
        try broken.run("pin", "copy", "Dam", "--uri").expect(
            stdout: .exactly("geo:52.373,4.8925\n"), stderr: "no clipboard program is available")
        let json = try bare.run("pin", "copy", "Dam", "--json").expectQuietly().object()
        #expect(json["text"] as? String == "52.373,4.8925" && json["program"] is NSNull)
    }

    @Test(
        "The directions link belongs to the chosen service",
        arguments: [
            ("geo", "geo:52.373,4.8925"), ("osm", "https://www.openstreetmap.org/directions?to=52.373%2C4.8925"),
            ("google", "https://www.google.com/maps/dir/?api=1&destination=52.373,4.8925"),
            ("apple", "https://maps.apple.com/?daddr=52.373,4.8925"),
            ("bing", "https://www.bing.com/maps?rtp=~pos.52.373_4.8925"),
            ("waze", "https://waze.com/ul?ll=52.373,4.8925&navigate=yes"),
            ("organic", "om://map?v=1&ll=52.373,4.8925&n=Dam"),
        ])
    func links(service: String, link: String) throws {
        try Self.shared.get().run("pin", "go", "Dam", "--with", service, "--print").expectQuietly(.exactly(link + "\n"))
    }

    private static let shared = Result { try PinDistanceTests().device() }

    @Test("Directions open on a desktop; without a desktop the link is printed and no program is started")
    func go() throws {
        let device = try device()
        let file = device.home + "/opened"
        let script = "echo \"$1\" >\(file)"
        let desktop = try self.device(device, with: "xdg-open", script: script, variables: ["DISPLAY": ":9"])
        try desktop.run("pin", "go", "Dam").expectQuietly("Opened the way to ‘Dam’ with xdg-open.")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "geo:52.373,4.8925\n")
        try FileManager.default.removeItem(atPath: file)
        let bare = desktop.with(["DISPLAY": "", "WAYLAND_DISPLAY": ""])
        try bare.run("pin", "go", "Dam", "--with", "osm").expect(
            stdout: .exactly("https://www.openstreetmap.org/directions?to=52.373%2C4.8925\n"),
            stderr: "no program opens links")
        try desktop.run("pin", "go", "Dam", "--print").expectQuietly("geo:")
        #expect(!FileManager.default.fileExists(atPath: file))
        try device.run("pin", "add", "North pole", "90,33").expect()
        try device.run("pin", "go", "pole", "--print").expectQuietly(.exactly("geo:90,0\n"))
    }

    private static let wrongUses: [WrongUse] = [
        WrongUse(
            "pin", "list", "--sort", "distance", status: 64, message: "--sort distance needs a point", hint: "--from"),
        WrongUse("pin", "list", "--sort", "size", status: 64, message: "size", hint: nil),
        WrongUse(
            "pin", "list", "--from", "Secret", status: 64, message: "‘Secret’ has no location", hint: "pin edit"),
        WrongUse("pin", "list", "--from", "Dam", "--here", status: 64, message: "cannot be used together", hint: nil),
        WrongUse("pin", "copy", "Secret", status: 64, message: "has no location", hint: "pin edit"),
        WrongUse("pin", "go", "Secret", status: 64, message: "has no location", hint: "pin edit"),
        WrongUse("pin", "go", "Dam", "--with", "mars", status: 64, message: "mars", hint: nil),
    ]

    @Test("Wrong usage is refused with a reason and a hint, and changes nothing")
    func wrongUse() throws {
        let device = try device()
        for use in Self.wrongUses { try device.expectRefusal(use) }
    }
}
