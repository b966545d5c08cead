// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import PluginPositionFixed
import Testing

@Suite("A fixed position")
struct FixedPositionTests {
    /// The answer, as text.
    @discardableResult
    private func answer(_ settings: JSONObject) throws -> String {
        let trial = PluginTrial(FixedPositionPlugin())
        trial.settings = settings
        return JSON.object(try trial.call("position/current", ["name": "fixed"]).result).compactText
    }

    /// The value expected by the manifest's setting; nil if the given one is valid.
    private func expectation(_ name: String, _ value: String) throws -> String? {
        let settings = try #require(try PluginManifest(FixedPositionPlugin.manifest).settings)
        return try #require(settings.first { $0.name == name }).expectation(of: value)
    }

    @Test(
        "The configured position is returned", arguments: ["52.37,4.89", " 52.37, 4.89 ", "52.37;4.89", "+52.37 4.89"])
    func set(text: String) throws {
        #expect(try expectation("at", text) == nil)
        #expect(try answer(["at": .string(text)]) == #"{"latitude":52.37,"longitude":4.89}"#)
        #expect(
            try answer(["at": .string(text), "accuracy": "25"])
                == #"{"accuracy":25,"latitude":52.37,"longitude":4.89}"#)
    }

    @Test("The poles and the date line are valid")
    func ends() throws {
        for text in ["-90,180", "90,-180", "-0.5,179.99", "90.0,180.0"] { #expect(try expectation("at", text) == nil) }
        #expect(try answer(["at": "-90,180"]) == #"{"latitude":-90,"longitude":180}"#)
    }

    @Test("Without a setting, the error has a hint", arguments: [[:], ["at": "  "]] as [JSONObject])
    func unset(settings: JSONObject) throws {
        let error = try #require(throws: RPCError.self) { try answer(settings) }
        #expect(error.kind == .refused && error.message.contains("no position is set"))
        #expect(error.hint?.contains("plugin config position-fixed at") == true)
    }

    @Test(
        "An invalid position is refused and quoted",
        arguments: ["home", "52.37", "52.37,4.89,1", "91,0", "0,-180.1", "nan,1", "inf,1", "0x10,1", "1e1,1", "52.37,"])
    func wrong(text: String) throws {
        #expect(try expectation("at", text) != nil)
        let error = try #require(throws: RPCError.self) { try answer(["at": .string(text)]) }
        #expect(error.kind == .refused && error.message.contains("‘\(text)’"))
    }

    @Test("An invalid accuracy is refused", arguments: ["-1", "far", "1e400", "99999999"])
    func accuracy(text: String) throws {
        #expect(try expectation("accuracy", text) != nil)
        let error = try #require(throws: RPCError.self) { try answer(["at": "1,1", "accuracy": .string(text)]) }
        #expect(error.kind == .refused && error.message.contains("metres"))
    }

    @Test("The manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(FixedPositionPlugin.manifest)
        #expect(manifest.offers.positions.map(\.name) == ["fixed"] && !manifest.needs.network)
    }
}
