// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlugin
import PluginPositionGPSD
import PluginTestSupport
import TestSupport
import Testing

@Suite("The position of a GPS receiver", .waits)
struct GPSDTests {
    private let folder: TemporaryFolder
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("gpsd_server.py").path
    private static let devices = #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}"#
    private static let noFix = #"{"class":"TPV","device":"/dev/ttyACM0","mode":1,"lat":1,"lon":1}"#

    init() throws { folder = try TemporaryFolder() }

    private func ask(_ settings: JSONObject, patience: Int = 12_000) throws -> String {
        let trial = PluginTrial(GPSDPlugin(patience: patience))
        trial.settings = settings
        return JSON.object(try trial.call("position/current", ["name": "gpsd"]).result).compactText
    }

    @discardableResult
    private func answer(_ lines: [String], _ manner: String = "close", patience: Int = 12_000) throws -> String {
        try lines.joined(separator: "\n").write(toFile: folder.path + "/lines", atomically: true, encoding: .utf8)
        let server = try LocalServer([Self.program, folder.path + "/lines", manner])
        defer { withExtendedLifetime(server) {} }
        return try ask(["host": "127.0.0.1", "port": .string(server.line)], patience: patience)
    }

    @Test("The first report with a fix is returned, with its error and time")
    func fix() throws {
        let fix =
            #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-21T18:00:00.250Z","lat":52.37,"#
            + #""lon":-4.89,"alt":3.1,"epx":9.9,"epy":9.9,"eph":12.5}"#
        let text = try answer([Self.devices, #"{"class":"SKY","satellites":[]}"#, "junk", Self.noFix, fix], "stay")
        #expect(text == #"{"accuracy":12.5,"at":"2026-11-21T18:00:00Z","latitude":52.37,"longitude":-4.89}"#)
    }

    @Test("Two horizontal errors are combined, and a missing one omits the accuracy")
    func errors() throws {
        let two = try answer([#"{"class":"TPV","mode":2,"lat":1,"lon":2,"epx":3,"epy":4}"#])
        #expect(two == #"{"accuracy":5,"latitude":1,"longitude":2}"#)
        let none = try answer([#"{"class":"TPV","mode":2,"lat":1,"lon":2,"epx":3,"eph":-1,"time":"soon"}"#])
        #expect(none == #"{"latitude":1,"longitude":2}"#)
    }

    @Test(
        "A report without a valid position is skipped",
        arguments: [
            #"{"class":"TPV","mode":3,"lat":91,"lon":2}"#, #"{"class":"TPV","mode":3,"lat":"x","lon":2}"#,
            #"{"class":"TPV","mode":3}"#, #"{"class":"TPV","mode":"3","lat":8,"lon":2}"#, "[[[[", "{}", "",
        ])
    func nowhere(line: String) throws {
        let text = try answer([line, #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#])
        #expect(text == #"{"latitude":1,"longitude":2}"#)
    }

    @Test("Waiting for a fix times out")
    func waits() throws {
        let error = try #require(throws: RPCError.self) {
            try answer([Self.devices, Self.noFix], "stay", patience: 2000)
        }
        #expect(error.kind == .unavailable && error.message == "the GPS receiver has no fix yet")
    }

    @Test("A gpsd without a receiver is reported")
    func receiverless() throws {
        let error = try #require(throws: RPCError.self) {
            try answer([#"{"class":"DEVICES","devices":[]}"#], "stay", patience: 2000)
        }
        #expect(error.kind == .unavailable && error.message == "gpsd on 127.0.0.1 reports no GPS receiver")
    }

    @Test("A gpsd that closes, floods or is missing is reported", arguments: ["close", "flood", "none"])
    func broken(manner: String) throws {
        let error = try #require(throws: RPCError.self) {
            manner == "none" ? try ask(["host": "127.0.0.1", "port": "1"]) : try answer(["{}"], manner)
        }
        let words = ["close": "closed the connection", "flood": "too long", "none": "Connection refused"]
        #expect(error.kind == .unavailable && error.message.contains(words[manner] ?? "?"))
        #expect(error.hint?.contains("plugin config position-gpsd host") == true)
    }

    @Test("An invalid port is refused", arguments: ["0", "http", "65536", "-1"])
    func port(text: String) throws {
        let error = try #require(throws: RPCError.self) { try ask(["port": .string(text)]) }
        #expect(error.kind == .refused && error.message.contains("‘\(text)’"))
    }

    @Test("The manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(GPSDPlugin.manifest)
        #expect(manifest.offers.positions.map(\.name) == ["gpsd"] && manifest.needs.network)
    }
}
