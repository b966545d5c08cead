// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Plugin name clashes", .waits)
struct NameClashTests {
    private func plugin(_ id: String, in family: Family, offers: String) throws -> PluginFolder {
        let program = PluginFolder.python("send(method='output', params={'text': '\(id)\\n'})\nanswer({})")
        return try PluginFolder(id, in: family.root.path, program: program, offers: offers)
    }

    private static func command(_ name: String) -> String {
        #"{"commands":[{"name":"\#(name)","summary":"Say who it is."}]}"#
    }

    @Test("A built-in name is reported wherever the plugin is shown, and fails 'plugin test'")
    func own() throws {
        let family = try Family()
        let device = family.device
        for (name, offers) in [
            ("the command ‘list’", Self.command("list")), ("the command ‘help’", Self.command("help")),
            ("the command ‘ls’", Self.command("ls")), ("the command ‘today’", Self.command("today")),
            ("the channel ‘terminal’", #"{"channels":[{"name":"terminal","summary":"Say it."}]}"#),
        ] {
            let plugin = try plugin("greedy", in: family, offers: offers)
            let told: TextExpectation = .contains("\(name) is built into hometask, which takes precedence")
            let unwrapped = device.with(["COLUMNS": "400"])
            try unwrapped.run("plugin", "install", plugin.path, "--yes").expect(stdout: told)
            try unwrapped.run("plugin", "enable", "greedy", "--yes").expect(stdout: told)
            try unwrapped.run("plugin", "show", "greedy").expect(stdout: told)
            try unwrapped.run("plugin", "list").expect(stderr: told)
            try unwrapped.run("plugin", "test", "--timeout", "60", plugin.path).expect(
                status: 1, stdout: ["is built into hometask, which takes precedence", "section “plugin.json”"])
        }
        try device.install(try plugin("greedy", in: family, offers: Self.command("list")))
        try device.run("complete-words", "fish", "--", "").expect(stdout: ["list\t", .lacks("Say who it is.")])
        try device.run("--help").expect(stdout: .lacks("Say who it is."))
        let clashes = try device.run("plugin", "show", "greedy", "--json").object()["clashes"] as? [[String: String]]
        #expect(clashes == [["offer": "commands", "name": "list", "with": "hometask", "meant": "other"]])
    }

    @Test("If two plugins provide a command, the one that takes precedence is reported and run")
    func two() throws {
        let family = try Family()
        let device = family.device.with(["COLUMNS": "400"])
        try device.install(try plugin("b-first", in: family, offers: Self.command("who")))
        let later = try plugin("c-later", in: family, offers: Self.command("who"))
        try device.run("plugin", "install", later.path, "--yes").expect(
            stdout: [
                "the command ‘who’ is also provided by b-first.",
                "b-first's is used; 'hometask plugin disable b-first' leaves it to",
            ])
        try device.run("plugin", "show", "b-first").expect(stdout: "b-first's is used if both are enabled")
        try device.run("plugin", "list").expect(stderr: "c-later: the command ‘who’ is also provided by b-first.")
        try device.run("plugin", "test", "--timeout", "60", later.path).expect(
            status: 1,
            stderr: "On this machine the command ‘who’ is also provided by b-first.")
        try device.run("who").expect(stdout: .exactly("b-first\n"))
        let help = try device.run("--help").expect()
        let lines = help.lines.filter { $0.hasPrefix("  who ") && $0.hasSuffix(" Say who it is.") }
        #expect(lines.count == 1, "one of that name can be called")
        try device.run("plugin", "disable", "b-first").expect()
        try device.run("who").expect(stdout: .exactly("c-later\n"))
        try device.run("plugin", "list").expect(stderr: .empty)
        try device.run("plugin", "show", "c-later").expect(
            stdout: ["also provided by b-first, which is not enabled.", "b-first's would be used if both were enabled"])
    }

    @Test("Bundled plugins take precedence over installed ones")
    func bundled() throws {
        let family = try Family()
        let device = family.device.with(["COLUMNS": "400"])
        let offers = #"{"exporters":[{"name":"csv","summary":"Mine."},{"name":"mine","summary":"Mine."}]}"#
        try device.run("plugin", "install", try plugin("a-csv", in: family, offers: offers).path, "--yes").expect(
            stdout:
                "the format to export ‘csv’ is also provided by csv. csv's is used; 'hometask plugin disable csv' leaves it"
        )
        try device.run("export", "csv").expect(stdout: .lacks("a-csv"))
        try device.run("plugin", "disable", "csv").expect()
        try device.run("export", "csv").expect(stdout: .exactly("a-csv\n"))
    }

    @Test("No two bundled plugins offer the same name")
    func unique() throws {
        let device = try Device("alone", in: try TemporaryFolder())
        let plugins = try device.run("plugin", "list", "--json").expectQuietly().objects()
        #expect(plugins.count >= 10)
        var seen: Set<String> = []
        for plugin in plugins {
            #expect(plugin["clashes"] == nil, "\(plugin)")
            for (member, names) in plugin["offers"] as? [String: [String]] ?? [:] where member != "hooks" {
                for name in names { #expect(seen.insert("\(member) \(name)").inserted, "\(member) \(name)") }
            }
        }
        #expect(seen.contains("exporters ics"))
    }
}
