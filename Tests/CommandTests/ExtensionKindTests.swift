// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Plugin fields in documents other than tasks")
struct ExtensionKindTests {
    private func device() throws -> Device { try FieldsPlugin.enable(on: Family().device) }

    /// The plugin's fields in a command's JSON.
    private func more(_ device: Device, _ arguments: String...) throws -> [String: Any]? {
        let outcome = try device.run(arguments + ["--json"])
        let json = try JSONSerialization.jsonObject(with: Data(outcome.stdout.utf8), options: .fragmentsAllowed)
        let object = json as? [String: Any] ?? (json as? [[String: Any]])?.first
        return (object?["extensions"] as? [String: Any])?["more"] as? [String: Any]
    }

    /// The commands that add, change, show and list a kind, each with words that `--set` may follow.
    struct KindCommands: Sendable, CustomTestStringConvertible {
        let name: String
        let add: [String]
        let edit: [String]
        let show: [String]
        let list: [String]
        var testDescription: String { name }
    }

    static let all = [
        KindCommands(
            name: "pin", add: ["pin", "add", "School", "52.37,4.89"], edit: ["pin", "edit", "School"],
            show: ["pin", "show", "School"], list: ["pin", "list"]),
        KindCommands(
            name: "note", add: ["note", "add", "The key is under the pot"], edit: ["note", "edit", "key"],
            show: ["note", "show", "key"], list: ["note", "list"]),
        KindCommands(
            name: "member", add: ["member", "add", "Ada"], edit: ["member", "edit", "Ada"],
            show: ["member", "show", "Ada"], list: ["member", "list"]),
        KindCommands(
            name: "category", add: ["category", "add", "Garden"], edit: ["category", "edit", "Garden"],
            show: ["category", "show", "Garden"], list: ["category", "list"]),
    ]

    @Test("are written, shown, changed and removed like task fields", arguments: all)
    func kinds(_ kind: KindCommands) throws {
        let device = try device()
        try device.run(
            kind.add + ["--set", "level=3", "--set", "more.words=b", "--set", "words=a", "--set", "since=tomorrow"]
        ).expectQuietly()
        try device.run(kind.show).expectQuietly(["Level", "3", "words", "a, b", "tomorrow"])
        let shown = try device.run(kind.show + ["--json"])
        #expect(shown.stdout.contains("\"since\":\"2026-11-22\"") || shown.stdout.contains("\"since\": \"2026-11-22\""))
        try device.run(kind.edit + ["--set", "level=7", "--set", "words=-a", "--set", "words=+c", "--unset", "since"])
            .expectQuietly("Changed")
        #expect(
            try device.diary()[0].contains(kind.name == "member" || kind.name == "category" ? "more.level" : kind.name))
        let json = try device.run(kind.list + ["--json"]).objects()
        let added = json.compactMap { $0["extensions"] as? [String: [String: Any]] }
        let values = try #require(added.first?["more"])
        #expect(values["level"] as? Int == 7 && values["since"] == nil)
        #expect(values["words"] as? [String] == ["b", "c"])
        try device.expectUnchanged {
            try device.run(kind.edit + ["--set", "level=7"]).expect()
            let refused = try device.run(kind.edit + ["--set", "level=11"])
            refused.expect(status: refused.status, stderr: ["more.level should be", "10", "11"])
            #expect(refused.status != 0)
            try device.run(kind.edit + ["--set", "loudness=1"]).expect(
                status: 64,
                stderr: [
                    "a field ‘loudness’ of \(kind.name == "category" ? "categories" : kind.name + "s")",
                    "Fields: level",
                ])
        }
        try device.run("undo").expect()
        try device.run(kind.show).expectQuietly(["Level", "3", "tomorrow"])
        try device.run(kind.edit + ["--unset", "level", "--unset", "words", "--unset", "since"]).expect()
        let bare = try device.run(kind.show + ["--json"])
        #expect(!bare.stdout.contains("extensions"))
        try device.expectClean()
    }

    @Test("work in the family's settings and in saved views")
    func family() throws {
        let device = try device()
        try device.run("config", "set", "more.level", "4").expectQuietly("more.level is 4 for the whole family.")
        try device.run("config", "set", "words", "b", "a", "--family").expectQuietly("for the whole family")
        try device.run("config").expectQuietly(["more.level", "4", "more.words", "a, b", "family"])
        try device.run("config", "get", "level").expectQuietly(.exactly("4\n"))
        let settings = try device.run("config", "list", "--json").objects()
        #expect(settings.first { $0["name"] as? String == "more.words" }?["value"] as? [String] == ["a", "b"])
        try device.run("config", "set", "more.level", "11").expect(status: 64, stderr: ["more.level should be"])
        try device.run("config", "set", "more.level", "3", "--user").expect(status: 64, stderr: ["--user"])
        try device.run("config", "unset", "more.level").expectQuietly("more.level is no longer set.")
        try device.run("config", "get", "more.level").expect(status: 1)
        try device.run("config", "set", "lavel", "3").expect(status: 64, stderr: ["there is no setting ‘lavel’"])

        try device.run("view", "save", "mine", "mine", "--set", "level=2").expectQuietly("Saved the view ‘mine’")
        #expect(try more(device, "view", "save", "mine", "mine", "--set", "words=x")?["level"] as? Int == 2)
        try device.run("view").expectQuietly(["Level: 2", "words: x"])
        try device.run("view", "save", "mine", "mine", "--unset", "level", "--unset", "words").expect()
        #expect(try more(device, "view", "save", "mine", "mine") == nil)
        try device.expectClean()
    }

    @Test(
        "of a photo are written even if it is already attached",
        .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
    func photo() throws {
        let device = try FieldsPlugin.enable(for: ["photo"], on: Family().device)
        let files = try SamplePhotos.make("plain.png", on: device)
        try device.run(["photo", "add"] + files + ["--set", "level=3", "--caption", "Yard"]).expect()
        #expect(try more(device, "photo", "add", files[0], "--set", "level=7")?["level"] as? Int == 7)
        try device.run("photo", "show", "Yard").expectQuietly(["Level", "7"])
        try device.expectClean()
    }

    @Test("are refused on creation too, and then nothing is created", arguments: all)
    func beginnings(_ kind: KindCommands) throws {
        let device = try device()
        try device.expectUnchanged {
            let refused = try device.run(kind.add + ["--set", "level=many"])
            refused.expect(status: 64, stderr: ["more.level should be a whole number, but is ‘many’"])
            try device.run(kind.add + ["--set", "words=-a"]).expect(status: 64, stderr: ["a new \(kind.name) has no"])
        }
    }

    @Test("with two values are a conflict, shown and resolved in the field's format")
    func conflict() throws {
        let family = try Family()
        let phone = try FieldsPlugin.enable(on: family.device)
        try phone.run("pin", "add", "School", "52.37,4.89").expect()
        try family.hub()
        let laptop = try FieldsPlugin.enable(on: family.join("laptop", as: "Ben"))
        try phone.at("2026-11-21T10:00:00Z").run("pin", "edit", "School", "--set", "since=2026-11-27").expect()
        try laptop.at("2026-11-21T10:05:00Z").run("pin", "edit", "School", "--set", "since=2026-11-28").expect()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        try phone.run("conflicts").expectQuietly(["School (pin)", "more.since", "1  Sat 28 Nov", "2  Fri 27 Nov"])
        try phone.run("resolve", "School", "--field", "more.since", "--take", "2").expectQuietly("Fri 27 Nov")
        try phone.run("pin", "show", "School").expectQuietly(["since", "Fri 27 Nov"])
        try phone.run("search", "School", "--json").expectQuietly("2026-11-27")
    }

    @Test("merge field by field, and are shown on a device without the plugin", arguments: all)
    func apart(_ kind: KindCommands) throws {
        let family = try Family()
        let phone = try FieldsPlugin.enable(on: family.device)
        try phone.run(kind.add + ["--set", "words=a"]).expect()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        let enabled = try FieldsPlugin.enable(on: laptop)
        try phone.run(kind.edit + ["--set", "level=3", "--set", "words=+b"]).expect()
        try enabled.run(kind.edit + ["--set", "remark=Ring twice", "--set", "words=+c"]).expect()
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        try phone.run(kind.show).expectQuietly(["Level", "3", "Ring twice", "a, b, c"])
        try laptop.run("plugin", "disable", "more").expect()
        try laptop.run(kind.show).expectQuietly(["more.level", "3", "more.remark", "Ring twice"])
        try laptop.run(kind.edit + ["--unset", "more.level"]).expect()
        let left = try laptop.run(kind.show)
        left.expectQuietly(["more.words"])
        #expect(!left.stdout.contains("more.level"))
    }

    @Test("of the family cannot be user settings, and may be given after ‘--’")
    func familyOnly() throws {
        let device = try device()
        try device.run("config", "set", "level", "--", "3").expectQuietly("more.level is 3 for the whole family")
        try device.run("config", "get", "level").expectQuietly(.exactly("3\n"))
        let words = TextExpectation.contains("‘level’ is not a setting of --user")
        for use in [
            WrongUse("config", "get", "level", "--user", status: 64, message: words, hint: "whole family"),
            WrongUse("config", "set", "level", "4", "--user", status: 64, message: words, hint: "whole family"),
        ] { try device.expectRefusal(use) }
    }
}
