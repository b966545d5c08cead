// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// On Saturday, 21 November 2026, and the days after.
@Suite("Plugin fields of recurring tasks")
struct ExtensionSeriesTests {
    private func next(_ device: Device) throws -> [String: Any] {
        let tasks = try device.run("list", "--json").objects()
        try #require(tasks.count == 1)
        return tasks[0]
    }

    private func noise(_ task: [String: Any], _ plugin: String = "noise") -> [String: Any]? {
        (task["extensions"] as? [String: Any])?[plugin] as? [String: Any]
    }

    @Test("are passed on to the next occurrence, except changes to a single occurrence")
    func handedOn() throws {
        let device = try NoisePlugin.enable(on: Family().device)
        try device.run(
            "add", "Drill", "--every", "tue", "--set", "loudness=7", "--set", "tools=drill", "--set", "tools=saw"
        ).expect()
        // Like any edit of a recurring task, this changes one occurrence: its own remark, another loudness, one tool
        // fewer.
        try device.run(
            "edit", "Drill", "--set", "remark=Mind the cat", "--set", "loudness=2", "--set", "tools=-saw"
        ).expectQuietly("Changed noise.loudness, noise.remark and noise.tools: Drill")
        try device.run("show", "Drill").expectQuietly([
            "This once", "noise.loudness, noise.remark, noise.tools", "Mind the cat",
        ])
        try device.run("done", "Drill").expect()
        var values = try #require(noise(next(device)))
        #expect(values["loudness"] as? Int == 7 && values["remark"] == nil)
        #expect(values["tools"] as? [String] == ["drill", "saw"])
        try device.run("edit", "Drill", "--series", "--set", "loudness=4", "--unset", "tools").expect()
        try device.run("skip", "Drill").expect()
        values = try #require(noise(next(device)))
        #expect(values["loudness"] as? Int == 4 && values["tools"] == nil)
        try device.run("done", "Drill", "--early").expect()
        #expect(try #require(noise(next(device)))["loudness"] as? Int == 4)
        try device.run("list", "loudness:4").expectQuietly("Drill")
        try device.expectClean()
    }

    @Test("give the same next occurrence byte-for-byte, with and without the plugin")
    func sameBytes() throws {
        let family = try Family(members: ["Mia", "Ben"])
        let phone = try FieldsPlugin.enable(on: NoisePlugin.enable(on: family.device))
        try phone.run(
            "add", "Drill", "--every", "tue", "--tag", "home", "--description", "one\ntwo", "--set", "loudness=7",
            "--set", "tools=drill", "--set", "tools=saw", "--set", "more.remark=Ring", "--set", "more.words=x"
        ).expect()
        try phone.run("edit", "Drill", "--set", "loudness=2", "--unset", "tools").expect()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        let files = try zip([phone, laptop], ["2026-11-21T10:00:00Z", "2026-11-23T10:00:00Z"]).map { device, time in
            try device.at(time).run("done", "Drill").expect()
            let id = try #require(next(device)["id"] as? String)
            return try String(contentsOfFile: "\(device.folder)/tasks/\(id.prefix(2))/\(id).json", encoding: .utf8)
        }
        #expect(files[0] == files[1])
        #expect(files[0].contains("\"loudness\": 7") && files[0].contains("\"saw\""))
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        try phone.run("conflicts").expectQuietly(["1  done by Mia", "2  done by Ben", .lacks("loudness")])
        #expect(try noise(next(laptop))?["loudness"] as? Int == 7)
    }

    @Test("changed concurrently with a completion are merged in the next occurrence, without duplicate lines")
    func changedApart() throws {
        let family = try Family(members: ["Mia", "Ben"])
        let phone = try FieldsPlugin.enable(on: family.device)
        try phone.run("add", "Drill", "--every", "tue", "--set", "level=7", "--set", "lines=a", "--set", "lines=b")
            .expect()
        try family.hub()
        let laptop = try FieldsPlugin.enable(on: family.join("laptop", as: "Ben"))
        try phone.at("2026-11-21T10:00:00Z").run("edit", "Drill", "--series", "--set", "level=3").expect()
        try phone.at("2026-11-21T10:01:00Z").run("done", "Drill").expect()
        try laptop.at("2026-11-21T11:00:00Z").run("edit", "Drill", "--series", "--set", "words=x").expect()
        try laptop.at("2026-11-21T11:01:00Z").run("done", "Drill").expect()
        for device in [phone, laptop, phone, laptop] { try device.run("sync").expect() }
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
        for device in [phone, laptop] {
            let more = try #require(noise(next(device), "more"))
            #expect(more["level"] as? Int == 3 && more["words"] as? [String] == ["x"])
            #expect(more["lines"] as? [String] == ["a", "b"])
            try device.run("conflicts").expectQuietly(["1  done by Mia", "2  done by Ben", .lacks("level")])
        }
    }

    @Test("that violate the schema do not block completing a task")
    func invalid() throws {
        let family = try Family()
        let device = try NoisePlugin.enable(on: family.device)
        try device.run("add", "Drill", "--every", "tue", "--set", "loudness=7").expect()
        try device.run("plugin", "disable", "noise").expect()
        let path = try device.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacingOccurrences(of: "\"loudness\": 7", with: "\"loudness\": 70")
            .write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("status").expect()
        try device.run("edit", "Drill", "--priority", "high").expect()
        try device.run("plugin", "enable", "noise", "--yes").expect()
        try device.run("done", "Drill").expect()
        #expect(try #require(noise(next(device)))["loudness"] as? Int == 70)
    }
}
