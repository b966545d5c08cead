// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Imports with invalid parts", .waits)
struct ImportFaultTests {
    /// An importer that answers with the content of its file; `@name` stands for the id derived from the key `name`.
    private static let program = """
        #!/usr/bin/env python3
        import json, re, sys, uuid
        def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
        family = None
        for line in sys.stdin:
            message = json.loads(line)
            method, params = message.get("method"), message.get("params", {})
            def answer(result): send(id=message["id"], result=result)
            def derived(match): return str(uuid.uuid5(uuid.UUID(family), "echo/" + match[1]))
            if method == "initialize":
                family = params["family"]["id"]
                answer({"protocol": 1})
            elif method == "import/read":
                send(id="s", method="source/read", params={"encoding": "text"})
                text = json.loads(sys.stdin.readline())["result"]["text"]
                answer(json.loads(re.sub("@([a-z]+)", derived, text)))
            elif method == "command/run": answer(json.loads(re.sub("@([a-z]+)", derived, params["arguments"][0])))
            elif "id" in message: answer({})
        """

    private func device(in family: Family) throws -> Device {
        let plugin = try PluginFolder(
            "echo", in: family.root.path, program: Self.program,
            offers: """
                {"importers":[{"name":"echo","summary":"Its new text."}],
                 "commands":[{"name":"echo","summary":"Its new text.","arguments":[{"name":"what","summary":"It."}]}]}
                """,
            needs: #"{"read":["task"],"write":["task","category","pin","note","member"]}"#)
        try family.device.install(plugin)
        return family.device
    }

    private static let mixed = """
        {"faults": [{"line": 9, "message": "it is torn"}], "changes": [
          {"create": "task", "key": "bins", "line": 1, "fields": {"title": "Bins"}},
          {"create": "task", "key": "empty", "line": 2, "item": "the second", "fields": {"title": ""}},
          {"create": "task", "key": "loud", "fields": {"title": "Loud", "loudness": 3}},
          {"create": "task", "key": "mow", "line": 4, "fields": {"title": "Mow", "due": {"date": "2026-13-41"}}},
          {"update": "task", "id": "no id", "line": 5, "fields": {"title": "x"}},
          {"update": "task", "id": "00000000-0000-4000-8000-000000000000", "line": 6, "fields": {"title": "x"}},
          {"restore": {"kind": "task", "id": "00000000-0000-4000-8000-000000000001", "title": 7}},
          "nothing",
          {"create": "task", "key": "odd", "line": 7, "fields": {"title": "Odd"}, "unread": "due"},
          {"create": "task", "key": "sweep", "line": 8, "fields": {"title": "Sweep"}}]}
        """

    @Test(
        "Invalid changes are reported and skipped, the rest is imported, and a dry run reports the same",
        arguments: [true, false])
    func mixed(isTrial: Bool) throws {
        let family = try Family()
        let device = try device(in: family)
        let words = ["import", "echo", "-"] + (isTrial ? ["--dry-run"] : [])
        let outcome = try device.run(words, input: Self.mixed).expect(
            status: 65, stdout: .contains("dded 2 tasks"),
            stderr: [
                "standard input:9: it is torn",
                "standard input:2: ‘the second’ was left out: the task's title cannot be",
                "standard input: task ‘Loud’ was left out: documents of the kind ‘task’ have no field ‘loudness’",
                "standard input:4: task ‘Mow’ was left out",
                "standard input:5: a change was left out: the id of a change should be a UUID",
                "standard input:6: task ‘x’ was left out: there is no document",
                "standard input: task 00000000-0000-4000-8000-000000000001 was left out",
                "standard input: a change was left out: a change should be an object",
                "standard input:7: a change was left out: ‘unread’ of a change should be a list of the names of fields",
            ])
        #expect(!outcome.stderr.contains("in a row"), "what stands in a file is no failure of the plugin")
        #expect(try device.titles().sorted() == (isTrial ? [] : ["Bins", "Sweep"]))
        if isTrial { return }
        try device.run("doctor").expect(stdout: "No problems")
        try device.run(words, input: Self.mixed).expect(status: 65, stdout: "2 are already here")
        try device.run("undo").expect(stdout: "Took back 'import'")
        #expect(try device.titles() == [])
    }

    @Test("A dangling reference is dropped; a document that requires the reference is skipped")
    func references() throws {
        let family = try Family()
        let device = try device(in: family)
        let name = String(repeating: "long ", count: 2000)
        let changes = """
            {"changes": [
              {"create": "task", "key": "first", "fields": {"title": "First", "category": "@house", "after": ["@last"]}},
              {"create": "category", "key": "house", "line": 3, "item": "house", "fields": {"name": "\(name)"}},
              {"create": "pin", "key": "shop", "fields": {"name": "Shop", "location": {"latitude": 200, "longitude": 4}}},
              {"create": "task", "key": "second", "fields": {"title": "Second", "place": {"pin": "@shop"}}},
              {"create": "task", "key": "third", "fields": {"title": "Third", "category": "@house", "after": ["@first"]}},
              {"update": "category", "id": "@house", "fields": {"color": "#112233"}},
              {"create": "task", "key": "last", "fields": {"title": ""}}]}
            """
        let outcome = try device.run(["import", "echo", "-"], input: changes).expect(
            status: 65, stdout: .contains("Added 3 tasks"),
            stderr: [
                "standard input:3: ‘house’ was left out:", "; 2 others are imported without it\n",
                "pin ‘Shop’ was left out:", "; 1 other is imported without it\n",
            ])
        #expect(outcome.stderr.split(separator: "was left out").count == 4, "a change of what is left out is not named")
        let tasks = try device.run("list", "--json").objects()
        #expect(Set(tasks.compactMap { $0["title"] as? String }) == ["First", "Second", "Third"])
        #expect(tasks.allSatisfy { $0["category"] == nil && $0["place"] == nil }, "\(tasks)")
        let first = try #require(tasks.first { $0["title"] as? String == "First" })
        let third = try #require(tasks.first { $0["title"] as? String == "Third" })
        #expect(first["after"] == nil)
        #expect((third["after"] as? [String]) == [first["id"] as? String ?? ""])
        try device.run("doctor").expect(stdout: "No problems")
    }

    @Test("A dangling reference is dropped with the smallest enclosing value; text is kept")
    func smallestWhole() throws {
        let family = try Family()
        let device = try device(in: family)
        let mia = "00000000-0000-4000-8000-00000000000a"
        let house = #"[{"id": "category", "value": "@shop"}, {"id": "title", "value": "@shop"}]"#
        let changes = """
            {"changes": [
              {"create": "pin", "key": "shop", "fields": {"name": "Shop", "location": {"latitude": 200, "longitude": 4}}},
              {"create": "task", "key": "near", "note": "near is near",
               "fields": {"title": "Near", "place": {"pin": "@shop", "within": 200}, "series": \(house)}},
              {"create": "note", "key": "hours", "fields": {"text": ["@shop"], "about": {"kind": "pin", "id": "@shop"}}},
              {"create": "task", "key": "named", "fields": {"title": "@shop", "description": ["@shop"], "tags": ["@shop"]}},
              {"create": "member", "key": "old", "item": "old", "note": "old is new", "fields": {"name": ""}},
              {"restore": {"kind": "member", "id": "\(mia)", "name": "Mia", "mergedInto": "@old"}},
              {"update": "member", "id": "\(mia)", "fields": {"color": "#112233"}, "note": "Mia is coloured"},
              {"create": "task", "key": "done", "fields": {"title": "Done", "assignees": ["\(mia)"],
               "completion": {"at": "2026-11-20T10:00:00Z", "by": "\(mia)"}}}]}
            """
        let before = try device.run("member", "list", "--all", "--json").objects().count
        let outcome = try device.run(["import", "echo", "-"], input: changes).expect(
            status: 65, stdout: .contains("Added 1 note, added 3 tasks"),
            stderr: [
                "pin ‘Shop’ was left out:", "; 2 others are imported without it\n", "‘old’ was left out:",
                "member ‘Mia’ was left out: what it belongs to was left out; 1 other is imported without it\n",
                "near is near",
            ])
        #expect(!outcome.stderr.contains("old is new") && !outcome.stderr.contains("Mia is coloured"))
        #expect(outcome.stderr.split(separator: "was left out:").count == 4, "\(outcome.stderr)")
        #expect(try device.run("member", "list", "--all", "--json").objects().count == before, "nobody comes alive")
        let tasks = try device.run("list", "--all", "--json").objects()
        let named = try #require(tasks.first { ($0["tags"] as? [String])?.isEmpty == false })
        let shop = try #require(named["title"] as? String)
        #expect((named["tags"] as? [String]) == [shop] && UUID(uuidString: shop) != nil)
        #expect(tasks.allSatisfy { $0["place"] == nil && ($0["assignees"] as? [Any])?.isEmpty != false }, "\(tasks)")
        try device.run("note", "list").expect(stdout: .contains(shop))
        try device.run("doctor").expect(stdout: "No problems")
        // A restored member stays; the second import finds what is already there and drops no reference.
        try device.run(
            ["import", "echo", "-"],
            input: #"{"changes": [{"restore": {"kind": "member", "id": "\#(mia)", "name": "Mia"}}]}"#
        ).expect(stdout: "Added 1 member")
        let again = try device.run(["import", "echo", "-"], input: changes).expect(
            status: 65, stdout: .contains("Changed 1 document; 5 are already here"), stderr: "Mia is coloured")
        #expect(!again.stderr.contains("‘Mia’ was left out") && !again.stderr.contains("without it"), "\(again.stderr)")
    }

    @Test("A command's changes are atomic; a document kind that was not granted aborts an import")
    func whole() throws {
        let family = try Family()
        let device = try device(in: family)
        try device.expectUnchanged {
            try device.run("echo", Self.mixed.replacingOccurrences(of: "\n", with: " ")).expect(status: 76)
            let half =
                #"{"changes": [{"create": "task", "fields": {"title": "Half"}}, {"create": "task", "fields": {}}]}"#
            try device.run("echo", half).expect(status: 76, stderr: "proposed an invalid change")
            let changes = #"{"changes": [{"create": "view", "fields": {"name": "All"}}]}"#
            try device.run(["import", "echo", "-"], input: changes).expect(status: 76, stderr: "was not granted")
        }
    }

    @Test("An update of a document in the trash leaves it there")
    func trashed() throws {
        let family = try Family()
        let device = try device(in: family)
        try device.run("echo", #"{"changes": [{"create": "task", "key": "bins", "fields": {"title": "Bins"}}]}"#)
            .expect()
        try device.run("delete", "bins").expect()
        try device.at("2026-11-21T10:00:00Z").run(
            "echo", #"{"changes": [{"update": "task", "id": "@bins", "fields": {"title": "All bins"}}]}"#
        ).expect(stderr: "changed 1 document")
        #expect(try device.titles() == [])
        try device.run("trash").expect(stdout: "All bins")
    }
}
