// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import TestSupport
import Testing

@testable import HometaskPluginHost

@Suite("Decisions about plugins")
struct DecisionTests {
    private func write(_ text: String, to path: String) throws {
        try ProgramFile.write(text, to: path)
    }

    @Test("A plugin that has changed since it was displayed is not enabled until it is displayed again")
    func changed() throws {
        let folder = try TemporaryFolder()
        let plugin = folder.path + "/plugins/p"
        try FileManager.default.createDirectory(atPath: plugin, withIntermediateDirectories: true)
        // A plugin that starts programs needs no sandbox, available or not.
        try write(
            """
            {"id": "p", "version": "1", "summary": "A plugin.", "protocol": [1], "program": "p.py",
             "needs": {"programs": true}, "offers": {"commands": [{"name": "work", "summary": "Work."}]}}
            """, to: plugin + "/plugin.json")
        try write("answer({})", to: plugin + "/p.py")
        let variables = ["HOME": folder.path, "HOMETASK_PLUGIN_PATH": folder.path + "/plugins"]
        let places = try #require(PluginPlaces(variables, program: nil))
        var host = PluginHost(places: places, bundled: [], program: "/none", variables: [:], version: "1")
        let shown = try #require(host.known().first)
        try write("steal()", to: plugin + "/p.py")
        let error = #expect(throws: PluginHostError.self) { try host.enable(shown) }
        #expect(error?.message == "\(plugin) has changed since it was shown")
        #expect(host.decisions.all.isEmpty && host.usable.isEmpty)
        try host.enable(try #require(host.known().first))
        #expect(host.usable.map(\.id) == ["p"])
    }

    @Test(
        "An unreadable list of decisions is left as it is", arguments: ["", "garbage", #"{"disabled": [1]}"#])
    func damaged(text: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/plugins.json"
        try write(#"{"disabled": ["csv"]}"#, to: path)
        var decisions = PluginDecisions(path: path)
        #expect(decisions.fault == nil && decisions.disabled == ["csv"])
        // Another program damages the file while the command runs.
        try write(text, to: path)
        #expect(throws: PluginHostError.self) { try decisions.setBundled("geo", isEnabled: false) }
        #expect(throws: PluginHostError.self) { try decisions.set("csv", setting: "separator", to: ";") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(PluginDecisions(path: path).fault != nil)
    }

    @Test("No decision is stored if the list cannot be locked")
    func withoutLock() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/plugins.json"
        try write(#"{"disabled": ["csv"]}"#, to: path)
        var decisions = PluginDecisions(path: path)
        try FileManager.default.createDirectory(atPath: path + ".lock", withIntermediateDirectories: false)
        let error = #expect(throws: PluginHostError.self) { try decisions.setBundled("geo", isEnabled: false) }
        #expect(error?.message.contains("cannot lock \(path).lock") == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == #"{"disabled": ["csv"]}"#)
        #expect(PluginDecisions(path: path).disabled == ["csv"])
    }
}
