// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Plugin fields")
struct ExtensionFieldTests {
    @Test("are written, shown, changed and removed by name")
    func writing() throws {
        let family = try Family()
        let device = try NoisePlugin.enable(on: family.device)
        try device.run(
            "add", "Drill", "holes", "--set", "loudness=7", "--set", "noise.level=LOUD", "--set", "tools=drill",
            "--set",
            "tools=saw", "--set", "indoors=yes", "--set", "heard=tomorrow", "--set", "at=fri 18:00", "--set",
            "remark=Wear protection"
        ).expectQuietly()
        try device.run("show", "Drill").expectQuietly([
            "Loudness", "7", "level", "loud", "drill, saw", "indoors", "yes", "Wear protection",
        ])
        let shown = try #require(device.run("show", "1", "--json").objects()[0]["document"] as? [String: Any])
        let stored = try #require((shown["extensions"] as? [String: [String: Any]])?["noise"])
        #expect(stored["loudness"] as? Int == 7)
        #expect(stored["level"] as? String == "loud")
        #expect(stored["tools"] as? [String] == ["drill", "saw"])
        #expect(stored["indoors"] as? Bool == true)
        #expect(stored["heard"] as? String == "2026-11-22")
        #expect(stored["at"] as? String == "2026-11-27T17:00:00Z")
        try device.run("edit", "1", "--set", "loudness=3", "--set", "tools=-saw", "--set", "tools=+file")
            .expectQuietly(["noise.loudness", "noise.tools"])
        try device.run("edit", "1", "--unset", "remark", "--unset", "noise.indoors").expectQuietly()
        let listed = try #require(device.run("list", "--json").objects()[0]["extensions"] as? [String: [String: Any]])
        #expect(listed["noise"]?["loudness"] as? Int == 3)
        #expect(Set(listed["noise"]?["tools"] as? [String] ?? []) == ["drill", "file"])
        #expect(listed["noise"]?["remark"] == nil && listed["noise"]?["indoors"] == nil)
        #expect(try device.diary()[0].contains("noise."))
        try device.run("history", "1").expectQuietly([
            "Loudness", "7 → 3", "drill, saw → drill, file", "Wear protection → (nothing)", .lacks("extensions"),
            .lacks("{"),
        ])
        try device.run("undo").expect()
        try device.run("show", "1").expectQuietly(["Wear protection"])
        try device.run("edit", "1", "--set", "tools=axe").expectQuietly()
        try device.run("show", "1").expectQuietly(["axe"])
        try device.run("edit", "--where", "loudness:any", "--set", "loudness=1").expectQuietly()
        try device.run("list", "loudness:1").expectQuietly(["Drill"])
    }

    @Test("are refused with no change if a value violates the plugin's schema")
    func refusals() throws {
        let family = try Family()
        try family.device.run("add", "Drill").expect()
        let device = try NoisePlugin.enable(on: family.device)
        let wrong: [(String, TextExpectation)] = [
            ("loudness=11", ["noise.loudness should be", "10", "but is 11", "How loud it gets."]),
            ("loudness=loud", ["noise.loudness should be a whole number, but is ‘loud’"]),
            ("loudness=2.5", ["noise.loudness should be a whole number, but is 2.5"]),
            ("level=deafening", ["noise.level should be one of quiet, audible, loud"]),
            ("indoors=perhaps", ["should be yes or no"]), ("heard=nonsense", ["nonsense"]),
            ("loudnes=3", ["no plugin that is enabled here has a field ‘loudnes’", "Did you mean loudness?"]),
            ("points=3", ["no plugin that is enabled here has a field ‘points’", "hometask help edit"]),
            ("loudness", ["--set needs a field and its value"]), ("loudness=", ["--unset noise.loudness"]),
            ("tools=", ["--unset noise.tools"]), ("tools=0123456789012345678901234", ["noise.tools"]),
        ]
        try device.expectUnchanged {
            for (value, text) in wrong {
                let outcome = try device.run("edit", "Drill", "--set", value)
                #expect([64, 65].contains(outcome.status) || outcome.status == 1, "\(outcome)")
                outcome.expect(status: outcome.status, stderr: text)
            }
            try device.run("edit", "Drill", "--set", "loudness=3", "--unset", "loudness").expect(
                status: 64, stderr: ["cannot be used together"])
            try device.run("add", "Saw", "--set", "tools=-saw").expect(status: 64, stderr: ["has no noise.tools yet"])
            try device.run("add", "Saw", "--set", "loudness=99").expect(
                status: 64, stderr: ["noise.loudness should be"])
        }
    }

    @Test("need the plugin's name if two plugins share a field name")
    func ambiguous() throws {
        let family = try Family()
        var device = try NoisePlugin.enable(on: family.device)
        device = try NoisePlugin.enable("org.other", on: device)
        let outcome = try device.run("add", "Drill", "--set", "loudness=3")
        outcome.expect(status: outcome.status, stderr: ["several plugins", "noise.loudness", "org.other.loudness"])
        #expect(outcome.status != 0)
        try device.run("add", "Drill", "--set", "org.other.loudness=3").expectQuietly()
        try device.run("list", "org.other.loudness:3").expectQuietly(["Drill"])
        try device.run("list", "noise.loudness:any").expectQuietly(["No task matches"])
        let asked = try device.run("list", "loudness:3")
        asked.expect(status: asked.status, stderr: ["several plugins"])
    }

    @Test("filter and sort lists, with and without the index")
    func lists() throws {
        let family = try Family()
        let device = try NoisePlugin.enable(on: family.device)
        for (title, loudness, level) in [("Saw", 3, "audible"), ("Drill", 9, "loud"), ("Read", 0, "quiet")] {
            try device.run("add", title, "--set", "loudness=\(loudness)", "--set", "level=\(level)").expect()
        }
        try device.run("add", "Sleep").expect()
        func titles(_ arguments: String...) throws -> [String] {
            try device.run(["list", "--json"] + arguments).objects().compactMap { $0["title"] as? String }
        }
        for _ in 0..<2 {
            #expect(try titles("loudness:>2", "--sort", "loudness") == ["Saw", "Drill"])
            #expect(try titles("noise.loudness:0..3", "--sort", "-loudness") == ["Saw", "Read"])
            #expect(try titles("loudness:none") == ["Sleep"])
            #expect(try titles("--sort", "-loudness,title") == ["Drill", "Saw", "Read", "Sleep"])
            #expect(try titles("--sort", "level,title") == ["Read", "Saw", "Drill", "Sleep"])
            #expect(try titles("level:quiet,loud", "--sort", "title") == ["Drill", "Read"])
            #expect(try titles("not loudness:any or loudness:9", "--sort", "title") == ["Drill", "Sleep"])
            try FileManager.default.removeItem(atPath: device.folder + "/.git/hometask/index.sqlite")
        }
        try device.run("list", "loudnes:3").expect(status: 64, stderr: ["there is no field ‘loudnes’", "loudness?"])
        try device.run("list", "--sort", "loudnes").expect(status: 64, stderr: ["is not an order", "loudness"])
        try device.run("config", "set", "sort", "-loudness").expect()
        #expect(try titles()[0] == "Drill")
    }

    @Test("work in saved views, which name the plugin where it is not enabled")
    func views() throws {
        let family = try Family()
        try family.hub()
        let phone = try NoisePlugin.enable(on: family.device)
        let laptop = try family.join("laptop", as: "Ben")
        try phone.run("add", "Drill", "--set", "loudness=9").expect()
        try phone.run("view", "save", "noisy", "loudness:>3", "--sort", "-loudness,due").expectQuietly(["1 task"])
        let view = try #require(phone.run("view", "--json").objects().first { $0["name"] as? String == "noisy" })
        #expect(view["query"] as? String == "noise.loudness>3")
        #expect(view["sort"] as? String == "-noise.loudness,due")
        try phone.run("list", "@noisy").expectQuietly(["Drill"])
        try phone.run("view", "rename", "noisy", "loud ones").expect()
        try phone.run("view", "save", "both", "@\"loud ones\"").expect()
        try phone.run("sync").expect()
        try laptop.run("sync").expect()
        try laptop.run("view").expectQuietly(["noise.loudness>3"])
        for query in ["@loud", "@both", "noise.loudness:9"] {
            let outcome = try laptop.run("list", query)
            outcome.expect(
                status: 64, stderr: ["the plugin ‘noise’, which is not enabled here", "hometask plugin enable noise"])
        }
        try laptop.run("list", "--sort", "noise.loudness").expect(
            status: 64, stderr: ["needs the plugin ‘noise’, which is not enabled here"])
        try laptop.run("doctor").expect()
        let enabled = try NoisePlugin.enable(on: laptop)
        try enabled.run("list", "@both").expectQuietly(["Drill"])
    }

    @Test(
        "must have typable, unique names and a merge rule",
        arguments: [
            (#"{"lo.ud": {"type": "integer", "x-merge": "register"}}"#, "lo.ud"),
            (#"{"1st": {"type": "integer", "x-merge": "register"}}"#, "1st"),
            (#"{"a": {"x-merge": "register"}, "A": {"x-merge": "register"}}"#, "twice"),
            (#"{"loud": {"type": "integer"}}"#, "x-merge"), (#"{"loud": {"x-merge": "most"}}"#, "no merge rule"),
            (#"{"loud": {"type": "integer", "x-merge": "set"}}"#, "a list of texts"),
            (#"{"loud": {"type": "integer", "exclusiveMinimum": 3, "x-merge": "register"}}"#, "exclusiveMinimum"),
        ])
    func manifests(fields: String, word: String) throws {
        let device = try Device("phone", in: TemporaryFolder())
        let plugin = try PluginFolder(
            "noise", in: device.home + "/plugins", program: "", offers: #"{"fields": {"task": \#(fields)}}"#)
        let outcome = try device.run("plugin", "install", plugin.path, "--yes")
        outcome.expect(status: outcome.status, stderr: .contains(word))
        #expect(outcome.status != 0)
    }
}
