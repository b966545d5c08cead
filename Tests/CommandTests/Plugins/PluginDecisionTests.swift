// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Unreadable plugin decisions")
struct PluginDecisionTests {
    /// A device with a plugin that refuses every change, and the file with the plugin decisions.
    private func guarded(_ family: Family) throws -> (device: Device, file: String) {
        let device = family.device
        try device.run("config", "set", "hook-limit", "60000").expect()
        try device.install(
            try PluginFolder(
                "nay", in: family.root.path, program: PluginFolder.python("answer({'refuse': 'nay'})"),
                offers: #"{"hooks":[{"event":"before-commit"}],"commands":[{"name":"work","summary":"Work."}]}"#))
        try device.run("plugin", "disable", "csv").expect()
        try device.run("add", "Damn").expect(status: 76, stderr: "nay")
        return (device, "\(device.home)/.config/hometask/plugins.json")
    }

    @Test(
        "With unreadable decisions, no plugin runs, and every command that needs a plugin says so",
        arguments: [
            "", "garbage", "[]", #"{"plugins":[]}"#, #"{"plugins":{"nay":1}}"#,
            #"{"plugins":{"nay":{"enabled":true}}}"#,
            #"{"disabled":"csv"}"#, #"{"disabled":[1]}"#, #"{"enabled":{}}"#, #"{"settings":{"csv":""}}"#,
        ])
    func damaged(text: String) throws {
        let family = try Family()
        let (device, file) = try guarded(family)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let commands = [
            ["plugin"], ["plugin", "show", "csv"], ["plugin", "disable", "csv"], ["plugin", "enable", "csv", "--yes"],
            ["plugin", "config", "csv"], ["plugin", "config", "csv", "a", "b"], ["plugin", "remove", "nay"],
            ["plugin", "test", "csv"], ["export"], ["export", "csv"], ["export", "csv", "--help"],
            ["import", "csv", "-"],
            ["work"], ["view", "show", "report"], ["pin", "find", "shop"], ["position"],
            ["config", "set", "position", "gpsd"],
        ]
        for words in commands {
            try device.run(words).expect(
                status: 74, stdout: .empty,
                stderr: ["\(file)", "cannot be read", "hint: Correct the file, or remove it"])
        }
        try device.run("add", "Damn").expect(
            stdout: "Added",
            stderr: ["note: no rule of a plugin checked this change: \(file)", "hint: Correct the file"])
        try device.run("list").expectQuietly("Damn")
        try device.run("doctor").expect(status: 1, stdout: ["✗ plugins:", "plugins.json", "Correct the file"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text, "it is left as it is")
        try FileManager.default.removeItem(atPath: file)
        try device.run("export", "csv").expectQuietly("Damn")
        try device.run("doctor").expect(stdout: .lacks("plugins.json"))
    }

    @Test("An unreadable file is not treated as absent")
    func folder() throws {
        let family = try Family()
        let (device, file) = try guarded(family)
        // Root can read any file, but cannot read a folder as a file.
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        try device.run("export", "csv").expect(status: 74, stdout: .empty, stderr: .contains(file))
        try device.run("add", "Damn").expect(stdout: "Added", stderr: "no rule of a plugin checked this change")
    }
}
