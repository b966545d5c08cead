// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Installing plugins")
struct PluginInstallTests {
    private func worker(in folder: String, offers: String = PluginFolder.command) throws -> PluginFolder {
        try PluginFolder("worker", in: folder, program: PluginFolder.python("answer({})"), offers: offers)
    }

    private func write(_ manifest: String, to plugin: PluginFolder) throws {
        try manifest.write(toFile: plugin.path + "/plugin.json", atomically: true, encoding: .utf8)
    }

    private func isInstalled(_ device: Device) -> Bool {
        FileManager.default.fileExists(atPath: "\(device.home)/.local/share/hometask/plugins/worker")
    }

    @Test("A plugin shadowed by one in another folder is not copied; the error names that folder")
    func shadowed() throws {
        let family = try Family()
        let plugin = try worker(in: family.root.path)
        let device = family.device.with(["HOMETASK_PLUGIN_PATH": family.root.path])
        try device.run("plugin", "install", plugin.path, "--yes").expect(
            status: 73, stdout: .empty,
            stderr: [
                "‘worker’ is already in \(plugin.path)", "plugin enable worker", "remove \(family.root.path) from",
            ])
        #expect(!isInstalled(device))
        try device.run("plugin", "enable", "worker", "--yes").expect()
        try device.run("plugin", "install", plugin.path, "--yes").expect(status: 73)
        try device.run("plugin", "remove", "worker").expect()
        try device.with(["HOMETASK_PLUGIN_PATH": ""]).run("plugin", "install", plugin.path, "--yes").expect()
        // An enabled plugin takes precedence over other plugins with the same id, and can be reinstalled.
        try device.run("plugin", "install", plugin.path, "--yes").expect(stdout: "Enabled worker.")
    }

    @Test("Declining leaves the plugin installed but not enabled, and says so")
    func declined() throws {
        let family = try Family()
        let plugin = try worker(in: family.root.path)
        let terminal = try Terminal(family.device, "plugin", "install", plugin.path)
        try terminal.answer("Enable it?", "n\n")
        terminal.finish().expect(stdout: ["Installed worker.", "is installed, but not enabled", "plugin enable worker"])
        #expect(isInstalled(family.device))
        try family.device.run("plugin", "list").expect(stdout: "worker")
        try family.device.run("plugin", "enable", "worker", "--yes").expect(stdout: "Enabled worker.")
    }

    @Test("A plugin that can never work is neither installed nor enabled", arguments: ["protocol", "offers", "kinds"])
    func impossible(fault: String) throws {
        let family = try Family()
        let device = family.device
        let plugin = try worker(in: family.root.path)
        let (manifest, words) =
            switch fault {
            case "protocol":
                (
                    #"{"id":"worker","version":"1","summary":"W.","protocol":[2],"program":"plugin.py","offers":{"commands":[{"name":"work","summary":"W."}]},"needs":{}}"#,
                    "supports version 2 of the protocol, and this hometask supports 1"
                )
            case "offers":
                (
                    #"{"id":"worker","version":"1","summary":"W.","protocol":[1],"program":"plugin.py","offers":{},"needs":{}}"#,
                    "offers nothing that this hometask knows"
                )
            default:
                (
                    #"{"id":"worker","version":"1","summary":"W.","protocol":[1],"program":"plugin.py","offers":{"fields":{"task":{}}},"needs":{}}"#,
                    "offers nothing that this hometask knows"
                )
            }
        try write(manifest, to: plugin)
        try device.run("plugin", "install", plugin.path, "--yes").expect(
            status: 65, stdout: .empty, stderr: ["‘worker’ \(words)", "hint: "])
        #expect(!isInstalled(device))
        let found = device.with(["HOMETASK_PLUGIN_PATH": family.root.path])
        try found.run("plugin", "enable", "worker", "--yes").expect(status: 65, stderr: .contains(words))
        try found.run("plugin", "list").expect(stdout: ["worker", "disabled"])
    }

    @Test(
        "A field that accepts no value is a manifest error",
        arguments: [("integer", "imum"), ("string", "Length")])
    func limits(type: String, ending: String) throws {
        let family = try Family()
        for (least, status) in [(10, Int32(65)), (3, 0)] {
            let plugin = try worker(
                in: family.root.path,
                offers: """
                    {"fields":{"task":{"level":{"type":"\(type)","min\(ending)":\(least),"max\(ending)":3,
                      "x-merge":"register"}}}}
                    """)
            try family.device.run("plugin", "install", plugin.path, "--yes").expect(
                status: status,
                stderr: status == 0 ? .anything : "‘offers/fields/task/level’ accepts no value: its min\(ending)")
        }
    }

    @Test("Unknown kinds are reported, and do not disable the plugin's other offers")
    func unknownKinds() throws {
        let family = try Family()
        let device = family.device.with(["COLUMNS": "400"])
        let plugin = try worker(
            in: family.root.path,
            offers: """
                {"commands":[{"name":"work","summary":"Work."}],
                 "fields":{"tusk":{"length":{"type":"integer","x-merge":"register"}}}}
                """)
        try device.run("plugin", "install", plugin.path, "--yes").expect(
            stdout: ["Beware", "it names ‘tusk’, which is not a kind of document", "Enabled worker."])
        try device.run("plugin", "show", "csv").expect(stdout: .lacks("Beware"))
        try device.run("work").expect()
    }

    @Test("A missing folder is reported; a hint is given only where it helps")
    func folders() throws {
        let family = try Family()
        let device = family.device
        for words in [["plugin", "install", "/no/such/folder"], ["plugin", "test", "/no/such/folder"]] {
            try device.run(words).expect(
                status: 66, stdout: .empty,
                stderr: ["there is no folder /no/such/folder", "hint: A plugin is a folder"])
        }
        try device.run("plugin", "install", family.root.path).expect(
            status: 65, stderr: ["there is no plugin.json in", "hint: A plugin is a folder"])
        let plugin = try worker(in: family.root.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: plugin.path + "/plugin.py")
        try device.run("plugin", "install", plugin.path).expect(
            status: 65, stderr: [.contains("is not executable (chmod +x)"), .lacks("hint:")])
    }

    @Test("An already enabled plugin needs no second confirmation")
    func enabledAlready() throws {
        let family = try Family()
        let device = family.device
        let plugin = try worker(in: family.root.path)
        try device.install(plugin)
        let words = "The plugin ‘worker’ is already enabled."
        try device.run("plugin", "enable", "worker").expect(stdout: .contains(words))
        try device.run("plugin", "install", plugin.path).expect(stdout: ["Installed worker.", .contains(words)])
        try device.run("plugin", "enable", "worker", "--yes").expect(stdout: "Enabled worker.")
        try device.run("plugin", "disable", "worker").expect()
        try device.run("plugin", "enable", "worker").expect(status: 75, stderr: "this needs confirmation")
        try device.run("work").expect(status: 77)
    }

    @Test("A plugin can be tested by its id; removing a plugin whose folder is gone leaves nothing behind")
    func byID() throws {
        let family = try Family()
        let device = family.device.with(["HOMETASK_PLUGIN_PATH": family.root.path])
        let plugin = try worker(in: family.root.path)
        try device.run("plugin", "enable", "worker", "--yes").expect()
        try device.run("plugin", "test", "--timeout", "60", "worker").expect(
            status: 1, stdout: ["Trying worker", "passed"])
        try device.run("plugin", "test", "wroker").expect(status: 66, stdout: .empty, stderr: "wroker")
        try FileManager.default.removeItem(atPath: plugin.path)
        try device.run("plugin", "remove", "worker").expect(stdout: .exactly("Removed worker.\n"))
    }
}
