// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Concurrent edits to plugin fields")
struct ExtensionMergingTests {
    /// A task on two devices; the plugin is enabled on the first, and optionally on the second.
    private func world(bothEnabled: Bool = true) throws -> (phone: Device, laptop: Device) {
        let family = try Family()
        let phone = try NoisePlugin.enable(on: family.device)
        try phone.run("add", "Drill", "--set", "loudness=5", "--set", "tools=drill").expect()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        return (phone, bothEnabled ? try NoisePlugin.enable(on: laptop) : laptop)
    }

    private func meet(_ phone: Device, _ laptop: Device) throws {
        try phone.run("sync").expect()
        try laptop.run("sync").expect()
        try phone.run("sync").expect()
        #expect(try phone.git("rev-parse", "HEAD^{tree}").stdout == laptop.git("rev-parse", "HEAD^{tree}").stdout)
    }

    private func noise(_ device: Device) throws -> [String: Any] {
        let task = try device.run("list", "--json").objects()[0]
        return try #require((task["extensions"] as? [String: [String: Any]])?["noise"])
    }

    @Test("different fields are both kept, and sets merge element by element")
    func apart() throws {
        let (phone, laptop) = try world()
        try phone.run("edit", "Drill", "--set", "loudness=7", "--set", "tools=+saw").expect()
        try laptop.run("edit", "Drill", "--set", "level=loud", "--set", "tools=+file", "--set", "tools=-drill").expect()
        try meet(phone, laptop)
        for device in [phone, laptop] {
            let noise = try noise(device)
            #expect(noise["loudness"] as? Int == 7)
            #expect(noise["level"] as? String == "loud")
            #expect(Set(noise["tools"] as? [String] ?? []) == ["saw", "file"])
            try device.run("conflicts").expectQuietly(["There are no conflicts"])
        }
    }

    @Test(
        "two values of one field are a conflict, shown and resolved by the field's name",
        arguments: ["noise.loudness", "loudness", "extensions/noise/loudness"])
    func conflict(name: String) throws {
        let (phone, laptop) = try world()
        try phone.at("2026-11-21T10:00:00Z").run("edit", "Drill", "--set", "loudness=7").expect()
        try laptop.at("2026-11-21T10:05:00Z").run("edit", "Drill", "--set", "loudness=9").expect()
        try meet(phone, laptop)
        for device in [phone, laptop] {
            try device.run("conflicts").expectQuietly(["noise.loudness", "1  9", "2  7", "--field noise.loudness"])
            try device.run("show", "Drill").expectQuietly(["noise.loudness", "1  9", "2  7"])
        }
        let refused = try phone.run("resolve", "Drill", "--field", name, "--value", "11")
        refused.expect(status: refused.status, stderr: ["noise.loudness should be"])
        #expect(refused.status != 0)
        try phone.run("resolve", "Drill", "--field", name, "--take", "2").expectQuietly([
            "Resolved the noise.loudness of ‘Drill’: 7"
        ]
        )
        try meet(phone, laptop)
        #expect(try noise(laptop)["loudness"] as? Int == 7)
        try laptop.run("conflicts").expectQuietly(["There are no conflicts"])
    }

    @Test("a device without the plugin keeps the fields, merges them by their rules, shows and removes them")
    func without() throws {
        let (phone, laptop) = try world(bothEnabled: false)
        try phone.run("edit", "Drill", "--set", "tools=+saw", "--set", "loudness=6").expect()
        try laptop.run("edit", "Drill", "--priority", "high").expect()
        try laptop.run("show", "Drill").expectQuietly(["noise.loudness", "5", "noise.tools", "drill"])
        let refused = try laptop.run("edit", "Drill", "--set", "noise.loudness=2")
        refused.expect(status: 64, stderr: ["no plugin that is enabled here has a field ‘noise.loudness’"])
        // Hand edits are not validated without the plugin; the document records that the field is a set.
        let path = try laptop.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let place = try #require(text.range(of: "\"drill\""))
        try text.replacingCharacters(in: place, with: "\"drill\", \"file\"")
            .write(toFile: path, atomically: true, encoding: .utf8)
        try laptop.run("status").expect()
        try meet(phone, laptop)
        for device in [phone, laptop] {
            let noise = try noise(device)
            #expect(noise["loudness"] as? Int == 6)
            #expect(Set(noise["tools"] as? [String] ?? []) == ["drill", "saw", "file"])
        }
        try phone.run("conflicts").expectQuietly(["There are no conflicts"])
        try laptop.run("edit", "Drill", "--unset", "noise.loudness").expectQuietly(["noise.loudness"])
        try meet(phone, laptop)
        #expect(try noise(phone)["loudness"] == nil)
    }

    @Test("disabling the plugin keeps its fields; on devices that enable the plugin, its schema validates hand edits")
    func disabling() throws {
        let (phone, _) = try world()
        let path = try phone.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacingOccurrences(of: "\"loudness\": 5", with: "\"loudness\": 50")
            .write(toFile: path, atomically: true, encoding: .utf8)
        let refused = try phone.run("status")
        #expect((refused.stdout + refused.stderr).contains("noise.loudness cannot be 50"), "\(refused)")
        try phone.git("checkout", "--", ".").expect()
        try phone.run("plugin", "disable", "noise").expect()
        try phone.run("edit", "Drill", "--title", "Drill holes").expect()
        #expect(try noise(phone)["loudness"] as? Int == 5)
        try phone.run("list", "noise.loudness:5").expect(status: 64, stderr: ["not enabled here"])
    }

    @Test("arbitrary values under extensions break neither lists nor sorting")
    func hostile() throws {
        let family = try Family()
        let device = try NoisePlugin.enable(on: family.device)
        let huge = "\"" + String(repeating: "x", count: 100_000) + "\""
        let deep = String(repeating: "[", count: 40) + "1" + String(repeating: "]", count: 40)
        let values = [
            "5", "\"5\"", "1e300", "-0.0", "null", "[5]", "{\"a\": 5}", "true", huge, deep,
            "\"\\u001b[31mred\"", "123456789012345678901234567890",
        ]
        for (index, _) in values.enumerated() { try device.run("add", "Task \(index)").expect() }
        let files = try device.git("ls-files", "tasks").lines
        for (file, value) in zip(files, values) {
            let path = "\(device.folder)/\(file)"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacingOccurrences(
                of: "  \"id\":",
                with: "  \"extensions\": {\"noise\": {\"loudness\": \(value), \"level\": \(value)}},\n  \"id\":"
            ).write(toFile: path, atomically: true, encoding: .utf8)
        }
        try device.git("commit", "-qam", "By hand").expect()
        for sort in ["loudness,level", "-level,-loudness"] {
            let outcome = try device.run("list", "--sort", sort, "--json")
            outcome.expect(status: 0)
            #expect(try outcome.objects().count == values.count)
        }
        #expect(try device.run("list", "loudness:5", "--json").objects().count == 1)
        #expect(try device.run("list", "loudness:any", "--json").objects().count == values.count - 1)
        #expect(try device.run("list", "loudness>5", "--json").objects().count == 2)
        for number in 1...values.count {
            let outcome = try device.run("show", "\(number)")
            outcome.expect(status: 0)
            #expect(!outcome.stdout.contains("\u{1B}") && outcome.stdout.utf8.count < 150_000)
        }
    }
}
