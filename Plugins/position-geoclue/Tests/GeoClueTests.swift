// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDBus
import HometaskPlugin
import PluginPositionGeoClue
import PluginTestSupport
import TestSupport
import Testing

@Suite("Positions from GeoClue", .waits, .enabled(if: PrivateBus.isPossible, "\(PrivateBus.note)"))
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

    @Test("GeoClue's position is returned with its accuracy and time")
    func tells() throws {
        let text = try answer("tell", "52.37", "-4.89", "35.5")
        #expect(text == #"{"accuracy":35.5,"at":"2025-11-21T15:46:40Z","latitude":52.37,"longitude":-4.89}"#)
    }

    @Test("An unknown accuracy is omitted, and so is an unknown time")
    func accuracy() throws {
        let text = try answer("tell", "0", "180", "1.7976931348623157e308")
        #expect(text == #"{"at":"2025-11-21T15:46:40Z","latitude":0,"longitude":180}"#)
        #expect(try answer("tell", "0", "180", "5", "0") == #"{"accuracy":5,"latitude":0,"longitude":180}"#)
    }

    @Test("A signal from another sender is ignored, even if sent to this program only")
    func forged() throws {
        let error = try #require(throws: RPCError.self) { try answer("forge", "52", "4", "1", patience: 2000) }
        #expect(error.kind == .unavailable && error.message.contains("not yet know"))
    }

    @Test("An invalid position is an error", arguments: ["nan", "91", "-inf"])
    func nowhere(latitude: String) throws {
        let error = try #require(throws: RPCError.self) { try answer("tell", latitude, "1", "1") }
        #expect(error.kind == .unavailable && error.message.contains("no place on earth"))
    }

    @Test("A denial by GeoClue is an error with a hint")
    func denies() throws {
        let error = try #require(throws: RPCError.self) { try answer("deny") }
        #expect(error.kind == .unavailable && error.message.contains("'hometask' disallowed"))
        #expect(error.hint?.contains("settings") == true)
    }

    @Test("A missing GeoClue is reported")
    func missing() throws {
        let error = try #require(throws: RPCError.self) { try answer() }
        #expect(error.kind == .unavailable && error.message == "GeoClue is not installed")
    }

    @Test("Waiting for a position times out")
    func hides() throws {
        let error = try #require(throws: RPCError.self) { try answer("hide", patience: 2000) }
        #expect(error.kind == .unavailable && error.message.contains("not yet know"))
    }

    @Test("The manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(GeoCluePlugin.manifest)
        #expect(manifest.offers.positions.map(\.name) == ["geoclue"] && manifest.needs.services)
    }
}
