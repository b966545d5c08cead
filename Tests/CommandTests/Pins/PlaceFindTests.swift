// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import TestSupport
import Testing

@Suite("Finding places")
struct PlaceFindTests {
    private func pin(_ device: Device, _ name: String) throws -> [String: Any] {
        try device.run("pin", "show", name, "--json").expectQuietly().object()
    }

    @Test("Towns are found offline, with country, population and the attribution of the data")
    func find() throws {
        let device = try Family().device
        try device.run("pin", "find", "Den", "Haag").expect(
            stdout: ["The Hague", "The Netherlands", "52.0767,4.2986"],
            stderr: "data: GeoNames, www.geonames.org, CC BY 4.0")
        let places = try device.run("pin", "find", "Amsterdam", "--json").expectQuietly().objects()
        #expect(places.count > 1)
        #expect(places[0]["country"] as? String == "The Netherlands" && places[0]["source"] as? String == "gazetteer")
        #expect(try #require(places[0]["population"] as? Int) > 500_000)
        try device.run("pin", "find", "xqzzy").expectQuietly(["There is no known place named ‘xqzzy’", "--online"])
        try device.run("pin", "find", "Springfield,", "Illinois").expect(stdout: ["Illinois, United States", "114,394"])
    }

    @Test("A pin is added at the place found, under the place's name or a given one")
    func add() throws {
        let device = try Family().device
        try device.run("pin", "add", "--search", "Utrecht, NL").expect(
            stdout: "Added the pin ‘Utrecht’ at 52.0908,5.1222.")
        try device.run("pin", "add", "Oma", "--search", "Zürich", "--accuracy", "5km", "--label", "far").expect()
        let oma = try pin(device, "Oma")
        #expect(oma["labels"] as? [String] == ["far"])
        let location = try #require(oma["location"] as? [String: Double])
        #expect(abs(try #require(location["latitude"]) - 47.37) < 0.01 && location["accuracy"] == 5000)
        try device.run("undo").expectQuietly()
        try device.run("pin", "show", "Oma").expect(status: 66)
    }

    @Test("An ambiguous place name needs --choice or a narrower name")
    func ambiguous() throws {
        let device = try Family().device
        let refused = try device.run("pin", "add", "--search", "Amsterdam").expect(
            status: 64,
            stderr: ["‘Amsterdam’ is the name of", "--choice NUMBER", "1  Amsterdam, The Netherlands, 741,636 people"])
        #expect(refused.stderr.contains("2  Amsterdam, New York, United States"))
        try device.run("pin", "list").expectQuietly("No pins yet")
        try device.run("pin", "add", "--search", "Amsterdam", "--choice", "2").expect(stdout: "42.9387,-74.1882")
        try device.run("pin", "add", "Dam", "--search", "Amsterdam, Netherlands").expect(stdout: "52.374,4.8897")
        try device.run("pin", "add", "--search", "Amsterdam", "--choice", "99").expect(
            status: 66, stderr: "out of range")
    }

    @Test("At a terminal, an ambiguous place name prompts for a choice")
    func asked() throws {
        let device = try Family().device
        let terminal = try Terminal(device, "pin", "add", "--search", "Amsterdam")
        try terminal.waitFor("1  Amsterdam, The Netherlands")
        try terminal.answer("Which one?", "1\n")
        terminal.finish().expect(stdout: "Added the pin ‘Amsterdam’ at 52.374,4.8897.")
    }

    @Test(
        "Search words leave the device only if the plugin is enabled and --online is given",
        .enabled(if: Tool("curl").isInstalled, "\(Tool("curl").note)"))
    func online() throws {
        let family = try Family()
        let device = family.device
        let inbox = device.home + "/inbox"
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let program = root.appendingPathComponent("Plugins/nominatim/Tests/nominatim_server.py").path
        let server = try LocalServer([program, inbox])
        func requests() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: inbox).count }
        try device.run("plugin", "config", "nominatim", "server", "http://127.0.0.1:\(server.line)").expect()
        try device.run("pin", "find", "Dam", "--online").expect(
            status: 77, stderr: "'hometask plugin enable nominatim'")
        #expect(try requests() == 0)
        try device.run("plugin", "enable", "nominatim", "--yes").expect()
        try device.run("pin", "find", "Amsterdam").expect(stdout: "The Netherlands")
        try device.run("pin", "find", "xqzzy").expectQuietly("There is no known place")
        #expect(try requests() == 0)
        try device.run("pin", "find", "Dam", "1", "--online").expect(
            stdout: ["Dam", "Centrum, Amsterdam, Noord-Holland, Nederland", "52.3730796,4.8924534"],
            stderr: "© OpenStreetMap contributors")
        #expect(try requests() == 1)
        try device.run("pin", "add", "Palace", "--search", "Dam 1", "--online").expect(
            stdout: "at 52.3730796,4.8924534")
        #expect(try requests() == 2)
        try device.run("pin", "find", "hostile", "--online").expect(stdout: .lacks("\u{1B}"))
        try device.run("pin", "find", "code 429", "--online").expect(
            status: 69, stderr: ["status 429", "wait a while"])
    }

    private static let wrongUses: [WrongUse] = [
        WrongUse("pin", "add", "--search", "xqzzy", status: 66, message: "‘xqzzy’", hint: "--online"),
        WrongUse("pin", "add", "X", "1,2", "--search", "Utrecht", status: 64, message: "were given", hint: nil),
        WrongUse("pin", "add", "X", "--here", "--search", "Utrecht", status: 64, message: "were given", hint: nil),
        WrongUse("pin", "add", "X", "--choice", "1", status: 64, message: "--choice needs --search", hint: nil),
        WrongUse(
            "pin", "add", "X", "--search", "Utrecht", "--choice", "0", status: 64, message: "at least 1", hint: nil),
        WrongUse("pin", "find", status: 64, message: "words", hint: nil),
    ]

    @Test("Wrong usage is refused with a reason and a hint, and changes nothing")
    func wrongUse() throws {
        let device = try Family().device
        for use in Self.wrongUses { try device.expectRefusal(use) }
    }
}
