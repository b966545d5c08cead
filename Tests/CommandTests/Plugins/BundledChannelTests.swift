// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import TestSupport
import Testing

@Suite("Bundled channels and positions", .waits)
struct BundledChannelTests {
    @Test("The fixed position is the configured place; without a configured place, the error names the setting")
    func position() throws {
        let device = try Family().device
        try device.run("position", "fixed").expect(status: 69, stderr: "plugin config position-fixed at")
        try device.run("plugin", "config", "position-fixed", "at", "52.37,4.89").expect()
        try device.run("plugin", "config", "position-fixed", "accuracy", "30").expect()
        try device.run("position").expect(stdout: "52.37,4.89, to 30 m (fixed)")
    }

    private static let plugins =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Plugins"

    @Test("A plugin with the network permission reaches gpsd from its sandbox")
    func gpsd() throws {
        let family = try Family()
        let lines = family.root.path + "/lines"
        try #"{"class":"TPV","mode":3,"lat":52.37,"lon":4.89,"eph":12.5}"#
            .write(toFile: lines, atomically: true, encoding: .utf8)
        let server = try LocalServer([Self.plugins + "/position-gpsd/Tests/gpsd_server.py", lines, "stay"])
        try family.device.run("plugin", "config", "position-gpsd", "port", server.line).expect()
        try family.device.run("position", "gpsd").expect(stdout: "52.37,4.89, to 13 m (gpsd)")
        withExtendedLifetime(server) {}
    }

    @Test(
        "A plugin with the bus permission reaches its own bus from the sandbox",
        .enabled(if: PrivateBus.isPossible, "\(PrivateBus.note)"))
    func buses() throws {
        let family = try Family()
        let bus = try PrivateBus()
        let desktop = try bus.serve(
            Self.plugins + "/notify/Tests/notification_server.py", [family.root.path + "/shown"])
        let service = try bus.serve(
            Self.plugins + "/position-geoclue/Tests/geoclue_service.py", ["tell", "52.1", "4.3", "20"])
        let device = family.device.with(["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try device.run("position", "geoclue").expect(stdout: "52.1,4.3, to 20 m (geoclue)")
        try device.run("remind").expectQuietly(.empty)
        try device.run("remind", "channel", "add", "desktop").expect()
        try device.run("add", "Bins", "due:2026-11-21 18:00").expect()
        let later = device.at("2026-11-21T17:00:00Z")
        try later.run("remind").expect(status: 69, stderr: "no notification can be shown")
        try later.with(["DBUS_SESSION_BUS_ADDRESS": bus.address]).at("2026-11-21T17:10:00Z").run("remind")
            .expect(stdout: "Reminded Mia by desktop: Bins")
        let shown = try String(contentsOfFile: family.root.path + "/shown", encoding: .utf8)
        #expect(shown.contains(#""summary": "Bins""#))
        withExtendedLifetime((desktop, service)) {}
    }

    @Test("A reminder reaches the user's own program and a mail program with its text unaltered")
    func reminders() throws {
        let family = try Family()
        let phone = family.device
        let program = family.root.path + "/take"
        let script = "#!/bin/sh\ncat >>'\(family.root.path)'/taken\n"
        try ProgramFile.write(script, to: program)
        for (id, name, value) in [
            ("command", "program", program), ("email", "sendmail", program), ("email", "from", "home@example.org"),
        ] {
            try phone.run("plugin", "config", id, name, value).expect()
        }
        try phone.run("remind").expectQuietly(.empty)
        try phone.run("remind", "channel", "add", "command").expect()
        try phone.run("remind", "channel", "add", "email", "mia@example.org").expect()
        try phone.run("add", "Bins $(id)", "due:2026-11-21 18:00").expect()
        try phone.at("2026-11-21T17:00:00Z").run("remind").expect(stdout: "by email mia@example.org: Bins $(id)")
        let taken = try String(contentsOfFile: family.root.path + "/taken", encoding: .utf8)
        #expect(taken.contains(#""title":"Bins $(id)""#) && taken.contains("\nSubject: Bins $(id)\n"))
        #expect(taken.contains("\nTo: mia@example.org\n") && taken.contains("@reminders.hometask.invalid>\n"))
    }

    @Test("The user's own program learns which plugin started the reminding command")
    func origin() throws {
        let family = try Family()
        let phone = family.device
        let program = family.root.path + "/take"
        try ProgramFile.write(
            "#!/bin/sh\nprintf '%s' \"$HOMETASK_PLUGIN\" >'\(family.root.path)'/origin\n", to: program)
        try phone.run("plugin", "config", "command", "program", program).expect()
        try phone.run("remind").expectQuietly(.empty)
        try phone.run("remind", "channel", "add", "command").expect()
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        let later = phone.at("2026-11-21T17:00:00Z").with(["HOMETASK_PLUGIN": "helper 3"])
        try later.run("remind").expect(stdout: "Bins")
        #expect(try String(contentsOfFile: family.root.path + "/origin", encoding: .utf8) == "helper 3")
    }
}
