// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Bundled plugins", .waits)
struct BundledPluginTests {
    @Test("Each bundled plugin passes the conformance test and has a matching plugin.json in its folder")
    func conformance() throws {
        let device = try Device("alone", in: try TemporaryFolder())
        let plugins = try device.run("plugin", "list", "--json").expect().objects().filter {
            $0["origin"] as? String == "bundled"
        }
        #expect(plugins.count >= 10)
        for plugin in plugins {
            let id = try #require(plugin["id"] as? String)
            #expect(
                plugin["state"] as? String == (["nominatim", "web"].contains(id) ? "disabled" : "enabled"), "\(plugin)")
            let source = try PluginFolder.source("../Plugins/\(id)/plugin.json")
            let manifest = try JSONSerialization.jsonObject(with: Data(source.utf8)) as? [String: Any]
            #expect(manifest?["id"] as? String == id)
            #expect(manifest?["arguments"] as? [String] == ["plugin-serve", id])
            try device.run("plugin", "test", "--timeout", "60", id).expect(stdout: " 0 failed")
        }
    }

    @Test("A bundled plugin can be disabled and re-enabled, but not removed")
    func disabling() throws {
        let family = try Family()
        try family.device.run("plugin", "disable", "csv").expect()
        try family.device.run("export", "csv").expect(status: 77, stderr: "‘csv’, is not enabled on this device")
        try family.device.run("plugin", "remove", "csv").expect(status: 64, stderr: "comes with hometask")
        try family.device.run("plugin", "enable", "csv", "--yes").expect()
        try family.device.run("export", "csv").expectQuietly("title")
        try family.device.run("plugin", "install", "/dev/null").expect(status: 65)
    }

    @Test(
        "Help for a format shows the format's own options",
        arguments: [
            ["export", "csv", "--help"], ["help", "export", "csv"], ["export", "csv", "-h", "words"],
        ])
    func formatHelp(words: [String]) throws {
        try Family().device.run(words).expectQuietly(["From the plugin csv.", "--separator", "--columns"])
        try Family().device.run("import", "csv", "--help").expectQuietly("--map")
        try Family().device.run("-C", ".", "export", "csv", "--help").expectQuietly("--separator")
        try Family().device.run("-C", ".", "remind", "channel", "add", "terminal").expectQuietly("Each device")
        try Family().device.run("export", "--help").expectQuietly("Plugins provide the formats")
    }

    @Test("A plugin that sends to network addresses in the family's documents needs consent first")
    func consent() throws {
        let family = try Family()
        let device = family.device
        try device.run("remind", "channel", "add", "webhook", "http://127.0.0.1:9/x").expect()
        try device.run("add", "Bins", "due:2026-11-21 18:00").expect()
        try device.at("2026-11-21T17:00:00Z").run("remind").expect(status: 78, stderr: "webhook")
        try device.run("plugin", "enable", "web", "--yes").expect()
        try device.at("2026-11-21T17:30:00Z").run("remind").expect(status: 69, stderr: "webhook")
    }

    @Test("An import reports how many imported tasks are in the trash")
    func trashed() throws {
        let family = try Family()
        let device = family.device
        try device.run("import", "todotxt", "-", input: "Bins\nMow\n").expect(stdout: "Added 2 tasks.")
        for title in ["Bins", "Mow"] { try device.run("delete", title, "--yes").expect() }
        try device.run("import", "todotxt", "-", input: "Bins\nMow\n").expect(stdout: "2 of them in the trash")
    }
}
