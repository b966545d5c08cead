// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The JSON of commands that change the family's lists and settings: the changed object, as listed.
@Suite("JSON of changes")
struct ChangeJSONTests {
    @Test("A member is printed as listed")
    func members() throws {
        let device = try Family().device
        let listed = { (name: String) throws -> String? in
            try device.run("member", "--json").objects().first { $0["name"] as? String == name }?["id"] as? String
        }
        let ben = try listed("Ben")
        var member = try device.run("member", "edit", "Ben", "--role", "child", "--json").expectQuietly().object()
        #expect(member["role"] as? String == "child" && member["id"] as? String == ben)
        member = try device.run("member", "rename", "Ben", "Benno", "--json").expectQuietly().object()
        #expect(member["name"] as? String == "Benno" && member["id"] as? String == ben)
        member = try device.run("member", "remove", "Benno", "--json").expectQuietly().object()
        #expect(member["removed"] as? Bool == true)
        member = try device.run("member", "restore", "Benno", "--json").expectQuietly().object()
        #expect(member["removed"] as? Bool == false)
        member = try device.run("member", "merge", "Benno", "Mia", "--json").expectQuietly().object()
        #expect(member["name"] as? String == "Benno" && member["isMe"] as? Bool == true)
        try device.run("member", "show", "Benno", "--json").expectQuietly(.contains(try #require(ben)))
    }

    @Test("A category and a tag are printed as listed, with the number of tasks changed by a merge or rename")
    func categoriesAndTags() throws {
        let device = try Family().device
        for name in ["House", "Home"] { try device.run("category", "add", name).expect() }
        try device.run("add", "Bins", "+home", "--category", "Home").expect()
        try device.run("add", "Beds", "+home").expect()
        var category = try device.run("category", "color", "House", "green", "--json").expectQuietly().object()
        #expect(category["name"] as? String == "House")
        let green = category["color"] as? String
        category = try device.run("category", "colour", "House", "red", "--json").expectQuietly().object()
        #expect(green?.hasPrefix("#") == true && category["color"] as? String != green)
        category = try device.run("category", "rename", "House", "The", "house", "--json").expectQuietly().object()
        #expect(category["name"] as? String == "The house")
        category = try device.run("category", "merge", "The house", "Home", "--json").expectQuietly().object()
        #expect(category["name"] as? String == "The house" && category["changed"] as? Int == 1)
        category = try device.run("category", "delete", "The house", "--json").expectQuietly().object()
        #expect(category["name"] as? String == "The house")
        category = try device.run("category", "restore", "The house", "--json").expectQuietly().object()
        #expect(
            try device.run("category", "--json").objects().map { $0["id"] as? String } == [category["id"] as? String])
        let tag = try device.run("tag", "rename", "home", "+house", "--json").expectQuietly().object()
        #expect(tag["name"] as? String == "house" && tag["count"] as? Int == 2 && tag["changed"] as? Int == 2)
        try device.run("add", "Lamp", "+haus").expect()
        let merged = try device.run("tag", "merge", "house", "haus", "--json").expectQuietly().object()
        #expect(merged["count"] as? Int == 3 && merged["open"] as? Int == 3 && merged["changed"] as? Int == 1)
    }

    @Test("A remote is printed as listed, and advice goes to standard error")
    func remotes() throws {
        let device = try Family().device
        let hub = device.home + "/hub.git"
        let added = try device.run("remote", "add", "origin", hub, "--json").expectQuietly()
        #expect(try added.object() as? [String: String] == ["name": "origin", "url": hub])
        let url = "https://mia:secret@example.org/berg.git"
        try device.run("remote", "set", "origin", url, "--json")
            .expect(stdout: ["\"origin\"", .lacks("Its URL")], stderr: "Its URL contains a password")
        let removed = try device.run("remote", "remove", "origin", "--json").expectQuietly().object()
        #expect(removed["name"] as? String == "origin")
        try device.run("remote", "--json").expectQuietly(.exactly("[]\n"))
    }

    @Test("A channel is printed as listed")
    func channels() throws {
        let device = try Family().device
        let added = try device.run("remind", "channel", "add", "email", "mia@example.org", "--json").expect().object()
        let listed = try device.run("remind", "channel", "--json").objects()
        #expect(NSDictionary(dictionary: added) == NSDictionary(dictionary: try #require(listed.first)))
        let taken = try device.run("remind", "take", "email", "--json").expectQuietly().objects()
        #expect(taken.count == 1 && taken[0]["to"] as? String == "mia@example.org")
        let removed = try device.run("remind", "channel", "remove", "email", "--json").expectQuietly().object()
        #expect(removed["channel"] as? String == "email")
        try device.run("remind", "channel", "--json").expectQuietly(.exactly("[]\n"))
    }

    @Test("A setting is printed with its effective value and origin")
    func settings() throws {
        let device = try Family().device
        let run = { (words: [String]) throws -> [String: String?] in
            try device.run(["config"] + words + ["--json"]).expectQuietly().object().mapValues { $0 as? String }
        }
        #expect(try run(["set", "sort", "-due"]) == ["name": "sort", "value": "-due", "from": "device"])
        #expect(try run(["set", "--user", "sort", "title"]) == ["name": "sort", "value": "-due", "from": "device"])
        #expect(try run(["unset", "sort"]) == ["name": "sort", "value": "title", "from": "user"])
        #expect(try run(["unset", "--user", "sort"]) == ["name": "sort", "value": "due,priority", "from": "default"])
        #expect(try run(["unset", "position"]) == ["name": "position", "value": nil, "from": "default"])
        #expect(
            try run(["set", "--family", "week-start", "sunday"])
                == ["name": "week-start", "value": "sunday", "from": "family"])
        try device.run("pin", "add", "Home", "52.37,4.89").expect()
        #expect(try run(["set", "--family", "home", "Home,200m,blur"])["from"] == "family")
        #expect(try run(["unset", "--family", "home"]) == ["name": "home", "value": nil, "from": "default"])
    }

    @Test("Plugin settings are printed in the same way")
    func pluginSettings() throws {
        let device = try FieldsPlugin.enable(on: Family().device)
        let level = try device.run("config", "set", "more.level", "4", "--json").expectQuietly().object()
        #expect(level["name"] as? String == "more.level" && level["value"] as? Int == 4)
        let words = try device.run("config", "set", "words", "b", "a", "--json").expectQuietly().object()
        #expect(words["value"] as? [String] == ["a", "b"] && words["from"] as? String == "family")
        let unset = try device.run("config", "unset", "level", "--json").expectQuietly().object()
        #expect(unset["name"] as? String == "more.level" && unset["value"] is NSNull)
    }

    @Test("An import prints its outcome, an export its content or output file")
    func formats() throws {
        let device = try Family().device
        #expect(try device.run("import", "--json").objects().contains { $0["name"] as? String == "csv" })
        let exporters = try device.run("export", "--json").expectQuietly().objects()
        #expect(
            exporters.contains { $0["name"] as? String == "ics" && $0["summary"] is String && $0["plugin"] is String })
        let file = device.home + "/tasks.csv"
        try "title,priority\nBins,high\nBeds,urgently\n".write(toFile: file, atomically: true, encoding: .utf8)
        let dry = try device.run("import", "csv", file, "--dry-run", "--json").object()
        #expect(dry["dryRun"] as? Bool == true)
        #expect(try device.run("list", "--json").objects().isEmpty)
        let outcome = try device.run("import", "csv", file, "--json")
        let done = try outcome.object()
        let faults = try #require(done["faults"] as? [[String: Any]])
        let added = (done["added"] as? [String: Int])?["task"] ?? 0
        #expect(added + faults.count >= 2 && added >= 1)
        #expect(outcome.status == (faults.isEmpty ? 0 : 65))
        let again = try device.run("import", "csv", file, "--json").object()
        #expect(again["known"] as? Int == added && (again["added"] as? [String: Int])?.isEmpty == true)
        let whole = try device.run("export", "csv").expectQuietly().stdout
        let exported = try device.run("export", "csv", "--json").expectQuietly().object()
        #expect(exported["content"] as? String == whole && exported["format"] as? String == "csv")
        let named = try device.run("export", "csv", "-o", "out.csv", "--json").expectQuietly().object()
        #expect(named["output"] as? String == "out.csv" && named["content"] == nil && named["hidden"] as? Int == 0)
        #expect(try String(contentsOfFile: device.folder + "/out.csv", encoding: .utf8) == whole)
    }
}
