// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDBus
import HometaskPlugin
import PluginPositionGeoClue
import PluginTestSupport
import TestSupport
import Testing

@Suite("The desktop's position", .waits, .enabled(if: PrivateBus.isPossible, "\(PrivateBus.note)"))
struct GeoClueTests {
    private let bus: PrivateBus
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("geoclue_service.py").path

    init() throws { bus = try PrivateBus() }

    @discardableResult
    private func answer(_ manner: String..., patience: Int = 12_000) throws -> String {
        let service = manner.isEmpty ? nil : try bus.serve(Self.program, manner)
        let trial = PluginTrial(GeoCluePlugin(bus: DBusAddress(bus.address), patience: patience))
        defer { withExtendedLifetime(service) {} }
        return JSON.object(try trial.call("position/current", ["name": "geoclue"]).result).compactText
    }

    @Test("GeoClue's position is the device's, with its accuracy and time")
    func tells() throws {
        let text = try answer("tell", "52.37", "-4.89", "35.5")
        #expect(text == #"{"accuracy":35.5,"at":"2025-11-21T15:46:40Z","latitude":52.37,"longitude":-4.89}"#)
    }

    @Test("An accuracy that GeoClue does not know is left out, and so is a time")
    func accuracy() throws {
        let text = try answer("tell", "0", "180", "1.7976931348623157e308")
        #expect(text == #"{"at":"2025-11-21T15:46:40Z","latitude":0,"longitude":180}"#)
        #expect(try answer("tell", "0", "180", "5", "0") == #"{"accuracy":5,"latitude":0,"longitude":180}"#)
    }

    @Test("A signal that is not GeoClue's counts for nothing, even if it is sent to this program alone")
    func forged() throws {
        let error = try #require(throws: RPCError.self) { try answer("forge", "52", "4", "1", patience: 2000) }
        #expect(error.kind == .unavailable && error.message.contains("not yet know"))
    }

    @Test("What is no place on the earth is none", arguments: ["nan", "91", "-inf"])
    func nowhere(latitude: String) throws {
        let error = try #require(throws: RPCError.self) { try answer("tell", latitude, "1", "1") }
        #expect(error.kind == .unavailable && error.message.contains("no place on earth"))
    }

    @Test("A GeoClue that does not let us know is told with what to do")
    func denies() throws {
        let error = try #require(throws: RPCError.self) { try answer("deny") }
        #expect(error.kind == .unavailable && error.message.contains("'hometask' disallowed"))
        #expect(error.hint?.contains("settings") == true)
    }

    @Test("A machine without GeoClue says so")
    func missing() throws {
        let error = try #require(throws: RPCError.self) { try answer() }
        #expect(error.kind == .unavailable && error.message == "GeoClue is not installed")
    }

    @Test("A GeoClue that knows nothing is waited for, and not for ever")
    func hides() throws {
        let error = try #require(throws: RPCError.self) { try answer("hide", patience: 2000) }
        #expect(error.kind == .unavailable && error.message.contains("not yet know"))
    }

    @Test("Its manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(GeoCluePlugin.manifest)
        #expect(manifest.offers.positions.map(\.name) == ["geoclue"] && manifest.needs.services)
    }
}
