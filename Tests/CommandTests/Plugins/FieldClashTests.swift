// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Plugin field name clashes")
struct FieldClashTests {
    private func plugin(_ id: String, _ fields: String, on device: Device) throws -> PluginFolder {
        try PluginFolder(
            id, in: device.home + "/sources", program: PluginFolder.python("answer({})"),
            offers: "{\"fields\":{\(fields)}}", needs: "{}")
    }

    private func field(_ name: String) -> String { #""\#(name)":{"type":"integer","x-merge":"register"}"# }

    @Test("A field with a built-in name is reported wherever the plugin is shown")
    func own() throws {
        let family = try Family()
        let device = family.device.with(["COLUMNS": "400"])
        let folder = try plugin(
            "greedy",
            "\"task\":{\(field("Due")),\(field("urgency")),\(field("tags")),\(field("fine"))},\"family\":{\(field("units"))}",
            on: device)
        let told: [TextExpectation] = [
            "the field ‘Due’ of tasks has the name of something built-in, which ‘Due’ alone refers to: use ‘greedy.Due’",
            "the field ‘urgency’ of tasks has the name", "the field ‘tags’ of tasks has the name",
            "the field ‘units’ of the family has the name",
            .lacks("‘fine’"),
        ]
        let beware = Array(told.dropLast())
        try device.run("plugin", "install", folder.path, "--yes").expect(stdout: .all(beware))
        try device.run("plugin", "enable", "greedy", "--yes").expect(stdout: .all(beware))
        try device.run("plugin", "show", "greedy").expect(stdout: .all(beware))
        try device.run("plugin", "list").expect(stderr: .all(told))
        try device.run("plugin", "test", "--timeout", "60", "greedy").expect(
            status: 1, stdout: .lacks("something built-in"), stderr: .all(told))
        // The warning is accurate.
        try device.run("add", "Bins", "--due", "fri", "--set", "greedy.Due=3").expect()
        try device.run("list", "greedy.Due:3").expectQuietly("Bins")
        try device.run("list", "due:3").expect(status: 64)
    }

    @Test("If two plugins share a field name, the bare name is refused, and both are reported")
    func two() throws {
        let family = try Family()
        let device = family.device.with(["COLUMNS": "400"])
        try device.install(try plugin("a-noise", "\"task\":{\(field("loudness"))}", on: device))
        let other = try plugin("b-noise", "\"task\":{\(field("Loudness"))},\"pin\":{\(field("loudness"))}", on: device)
        try device.run("plugin", "install", other.path, "--yes").expect(
            stdout: [
                "the field ‘Loudness’ of tasks is also provided by a-noise. If both are enabled, ‘Loudness’ alone is refused",
                "use ‘b-noise.Loudness’ or ‘a-noise.Loudness’, which always work", .lacks("of pins is"),
            ])
        try device.run("plugin", "list").expect(stderr: [
            "a-noise: the field ‘loudness’", "b-noise: the field ‘Loudness’",
        ])
        let clashes = try device.run("plugin", "show", "a-noise", "--json").object()["clashes"] as? [[String: String]]
        #expect(clashes == [["offer": "fields", "name": "task.loudness", "with": "b-noise", "meant": "neither"]])
        try device.run("add", "Drill", "--set", "loudness=3").expect(status: 64)
        try device.run("add", "Drill", "--set", "a-noise.loudness=3").expect()
        try device.run("plugin", "disable", "b-noise").expect()
        try device.run("plugin", "show", "a-noise").expect(stdout: "is also provided by b-noise, which is not enabled.")
        try device.run("plugin", "list").expectQuietly()
        try device.run("list", "loudness:3").expectQuietly("Drill")
    }
}
