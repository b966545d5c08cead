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

    /// What the manifest says that a setting should be; nil where the value is right.
    private func expectation(_ name: String, _ value: String) throws -> String? {
        let settings = try #require(try PluginManifest(FixedPositionPlugin.manifest).settings)
        return try #require(settings.first { $0.name == name }).expectation(of: value)
    }

    @Test(
        "The setting says where the device is", arguments: ["52.37,4.89", " 52.37, 4.89 ", "52.37;4.89", "+52.37 4.89"])
    func set(text: String) throws {
        #expect(try expectation("at", text) == nil)
        #expect(try answer(["at": .string(text)]) == #"{"latitude":52.37,"longitude":4.89}"#)
        #expect(
            try answer(["at": .string(text), "accuracy": "25"])
                == #"{"accuracy":25,"latitude":52.37,"longitude":4.89}"#)
    }

    @Test("The ends of the earth are places")
    func ends() throws {
        for text in ["-90,180", "90,-180", "-0.5,179.99", "90.0,180.0"] { #expect(try expectation("at", text) == nil) }
        #expect(try answer(["at": "-90,180"]) == #"{"latitude":-90,"longitude":180}"#)
    }

    @Test("A plugin that nobody told says how to tell it", arguments: [[:], ["at": "  "]] as [JSONObject])
    func unset(settings: JSONObject) throws {
        let error = try #require(throws: RPCError.self) { try answer(settings) }
        #expect(error.kind == .refused && error.message.contains("no position is set"))
        #expect(error.hint?.contains("plugin config position-fixed at") == true)
    }

    @Test(
        "What is no place is refused with its words",
        arguments: ["home", "52.37", "52.37,4.89,1", "91,0", "0,-180.1", "nan,1", "inf,1", "0x10,1", "1e1,1", "52.37,"])
    func wrong(text: String) throws {
        #expect(try expectation("at", text) != nil)
        let error = try #require(throws: RPCError.self) { try answer(["at": .string(text)]) }
        #expect(error.kind == .refused && error.message.contains("‘\(text)’"))
    }

    @Test("What is no accuracy is refused", arguments: ["-1", "far", "1e400", "99999999"])
    func accuracy(text: String) throws {
        #expect(try expectation("accuracy", text) != nil)
        let error = try #require(throws: RPCError.self) { try answer(["at": "1,1", "accuracy": .string(text)]) }
        #expect(error.kind == .refused && error.message.contains("metres"))
    }

    @Test("Its manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(FixedPositionPlugin.manifest)
        #expect(manifest.offers.positions.map(\.name) == ["fixed"] && !manifest.needs.network)
    }
}
