// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDBus
import HometaskPlugin
import PluginNotify
import PluginTestSupport
import TestSupport
import Testing

@Suite("Reminders on the desktop", .waits, .enabled(if: PrivateBus.isPossible, "\(PrivateBus.note)"))
struct NotifyTests {
    private let folder: TemporaryFolder
    private let bus: PrivateBus
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("notification_server.py").path

    init() throws {
        folder = try TemporaryFolder()
        bus = try PrivateBus()
    }

    private func desktop(_ abilities: String...) throws -> LocalServer {
        try bus.serve(Self.program, [folder.path + "/shown"] + abilities)
    }

    private func trial() -> PluginTrial {
        let trial = PluginTrial(NotifyPlugin(bus: DBusAddress(bus.address)))
        trial.folder = folder.path
        return trial
    }

    private func shown() throws -> [JSON] {
        try String(contentsOfFile: folder.path + "/shown", encoding: .utf8).split(separator: "\n").map {
            try JSON.parse(String($0))
        }
    }

    private func message(_ id: String, _ title: String, body: String) -> JSONObject {
        ["id": .string(id), "title": .string(title), "body": .string(body)]
    }

    @Test("The title and text are shown with their markup escaped")
    func shows() throws {
        let server = try desktop("body-markup")
        _ = try trial().deliver(
            "desktop", to: nil, message: message("a", "Müll <b>raus</b>\u{1B}[31m\0", body: "a & b\n<img src='x'>🗑️"))
        let expected: JSON = [
            "name": "hometask", "replaces": 0, "number": 41, "summary": "Müll <b>raus</b>[31m",
            "body": "a &amp; b\n&lt;img src='x'&gt;🗑️", "actions": [], "urgency": 1, "expires": -1,
        ]
        #expect(try shown() == [expected])
        withExtendedLifetime(server) {}
    }

    @Test("A desktop without markup gets the text unchanged")
    func plain() throws {
        let server = try desktop()
        _ = try trial().deliver("desktop", to: nil, message: message("a", "x", body: "a & <b>"))
        #expect(try shown().first?["body"] == "a & <b>")
        withExtendedLifetime(server) {}
    }

    @Test("A repeated reminder replaces its earlier notification only")
    func replaces() throws {
        let server = try desktop()
        for id in ["a", "b", "a", "b", "c"] {
            _ = try trial().deliver("desktop", to: nil, message: message(id, "x", body: ""))
        }
        #expect(try shown().compactMap { $0["replaces"]?.intValue } == [0, 0, 41, 42, 0])
        withExtendedLifetime(server) {}
    }

    @Test("Nothing is replaced after the desktop restarts")
    func anew() throws {
        let first = try desktop()
        _ = try trial().deliver("desktop", to: nil, message: message("a", "x", body: ""))
        withExtendedLifetime(first) {}
        try FileManager.default.copyItem(atPath: folder.path + "/shown.json", toPath: folder.path + "/kept")
        try restarted()
        #expect(try shown().compactMap { $0["replaces"]?.intValue } == [0, 0])
    }

    private func restarted() throws {
        let bus = try PrivateBus()
        let server = try bus.serve(Self.program, [folder.path + "/shown"])
        let trial = PluginTrial(NotifyPlugin(bus: DBusAddress(bus.address)))
        trial.folder = folder.path
        _ = try trial.deliver("desktop", to: nil, message: message("a", "x", body: ""))
        withExtendedLifetime(server) {}
    }

    @Test("A damaged state file is ignored", arguments: ["", "{", "[]", #"{"server":1,"shown":"x"}"#])
    func damaged(text: String) throws {
        let server = try desktop()
        try text.write(toFile: folder.path + "/shown.json", atomically: true, encoding: .utf8)
        _ = try trial().deliver("desktop", to: nil, message: message("a", "x", body: ""))
        #expect(try shown().count == 1)
        withExtendedLifetime(server) {}
    }

    @Test("Without a desktop or a bus, the error says so")
    func nobody() throws {
        let error = try #require(throws: RPCError.self) {
            try trial().deliver("desktop", to: nil, message: message("a", "x", body: ""))
        }
        #expect(error.kind == .unavailable && error.message == "this desktop has no notification service")
        let nowhere = PluginTrial(NotifyPlugin(bus: DBusAddress("unix:path=/none/bus")))
        let other = try #require(throws: RPCError.self) {
            try nowhere.deliver("desktop", to: nil, message: message("a", "x", body: ""))
        }
        #expect(other.kind == .unavailable && other.hint?.contains("DBUS_SESSION_BUS_ADDRESS") == true)
    }

    @Test("The manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(NotifyPlugin.manifest)
        #expect(
            manifest.offers.channels.map(\.name) == ["desktop"] && manifest.needs.desktop && !manifest.needs.network)
    }
}
