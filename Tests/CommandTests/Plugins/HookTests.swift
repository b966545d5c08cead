// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Plugin hooks", .waits)
struct HookTests {
    private func plugin(_ id: String, _ event: String, in family: Family, body: String) throws -> PluginFolder {
        try PluginFolder(
            id, in: family.root.path, program: PluginFolder.python(body), offers: #"{"hooks":[{"event":"\#(event)"}]}"#)
    }

    /// A device with a generous hook limit, as tests run in parallel.
    private func device(_ family: Family) throws -> Device {
        try family.device.run("config", "set", "hook-limit", "60000").expect()
        return family.device
    }

    @Test("A hook can refuse a change with a reason; nothing is changed")
    func refusing() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try plugin(
                "polite", "before-commit", in: family,
                body: """
                    bad = any("ugly" in change["after"]["title"] for change in params["changes"])
                    answer({"refuse": "titles are pretty here"} if bad else {})
                    """))
        try device.expectRefusal(
            WrongUse(
                "add", "ugly", status: 76, message: "the plugin ‘polite’ refused the change: titles are pretty here"))
        try device.run("add", "Pretty").expectQuietly()
        try device.run("edit", "1", "--title", "ugly").expect(status: 76)
        #expect(try device.titles() == ["Pretty"])
    }

    @Test("A hook can amend a change, in the same commit; the next hook sees the amendment")
    func amending() throws {
        let family = try Family()
        let device = try device(family)
        for (id, tag) in [("a-first", "one"), ("b-second", "two")] {
            try device.install(
                try plugin(
                    id, "before-commit", in: family,
                    body: """
                        changes = [{"update": "task", "id": c["id"], "add": {"tags": ["\(tag)" + "".join(c["after"].get("tags", []))]}}
                                   for c in params["changes"] if not any(t.startswith("\(tag)") for t in c["after"].get("tags", []))]
                        answer({"changes": changes})
                        """))
        }
        let before = try device.git("rev-list", "--count", "HEAD").stdout
        try device.run("add", "Bins").expect(
            stderr: ["plugin a-first: changed 1 document: Bins.", "plugin b-second: changed 1 document: Bins."])
        let tags = try device.run("list", "--json").objects().first?["tags"] as? [String]
        #expect(tags == ["one", "twoone"])
        #expect(try device.git("rev-list", "--count", "HEAD").stdout != before)
        try device.run("undo").expect()
        #expect(try device.titles() == [])
    }

    @Test("A deletion is a change without fields; hooks can refuse deletions and restorations")
    func deleting() throws {
        let family = try Family()
        let device = try device(family)
        try device.run("add", "Bins").expect()
        try device.run("add", "Old heirloom").expect()
        try device.install(
            try plugin(
                "keeper", "before-commit", in: family,
                body: """
                    change = params["changes"][0]
                    told = ["deleted" in change.get("before", {}), "deleted" in change["after"], len(change["fields"])]
                    print(json.dumps(told), file=sys.stderr)
                    answer({"refuse": "heirlooms stay"} if told[1] and "heirloom" in change["after"]["title"] else {})
                    """))
        try device.run("delete", "heirloom").expect(status: 76, stderr: "refused the change: heirlooms stay")
        try device.run("delete", "bins").expect()
        try device.run("restore", "bins").expect()
        #expect(try device.titles().sorted() == ["Bins", "Old heirloom"])
        let told = try device.run("plugin", "logs", "keeper").lines
        #expect(told == ["[false, true, 0]", "[false, true, 0]", "[true, false, 0]"])
    }

    @Test("A failing hook does not block the change")
    func failing() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(try plugin("crashes", "before-commit", in: family, body: "os._exit(1)"))
        try device.run("add", "Bins").expect(
            stdout: "Added 1: Bins",
            stderr: ["the plugin ‘crashes’ exited with the code 1", "The change was made without it."])
    }

    @Test("An after-commit hook receives the changed fields and their authors, and can make more changes")
    func afterCommit() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try plugin(
                "follows", "after-commit", in: family,
                body: """
                    print(json.dumps(params), file=sys.stderr)
                    change = params["changes"][0]
                    done = "completion" in [f["field"] for f in change["fields"]]
                    answer({"changes": [{"create": "task", "key": change["id"], "fields": {"title": "Praise"}}]} if done else {})
                    """))
        try device.run("add", "Bins").expectQuietly()
        #expect(try device.titles() == ["Bins"])
        try device.run("done", "bins").expect()
        #expect(Set(try device.titles()) == ["Bins", "Praise"])
        #expect(try device.diary(2) == ["Mia added 1 task (plugin follows)", "Mia completed 'Bins'"])
        let told = try device.run("plugin", "logs", "follows").lines.compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(told.map { $0["origin"] as? String } == ["here", "here"])
        let change = try #require((told.last?["changes"] as? [[String: Any]])?.first)
        let fields = try #require(change["fields"] as? [[String: Any]])
        #expect(fields.map { $0["field"] as? String } == ["completion"])
        #expect((fields[0]["by"] as? [String: Any])?["device"] as? String == "phone")
        #expect((change["before"] as? [String: Any])?["completion"] == nil)
        #expect((change["after"] as? [String: Any])?["completion"] != nil)
        try device.run("undo").expect(stdout: "Took back 'plugin follows'")
    }

    @Test("An after-sync hook receives other people's changes, with their authors")
    func afterSync() throws {
        let family = try Family()
        let device = try device(family)
        try device.run("add", "Bins", "@Ben").expect()
        try family.hub()
        let other = try family.join("laptop", as: "Ben")
        try other.run("edit", "bins", "--title", "Bins and paper").expect()
        try other.run("add", "Mow").expect()
        try other.run("sync").expect()
        try device.install(
            try plugin(
                "hears", "after-sync", in: family, body: "print(json.dumps(params), file=sys.stderr)\nanswer({})"))
        try device.run("add", "My own").expect()
        try device.run("sync").expect()
        let told = try device.run("plugin", "logs", "hears").lines.compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(told.count == 1 && told[0]["origin"] as? String == "remote")
        let changes = try #require(told[0]["changes"] as? [[String: Any]])
        let titles = changes.compactMap { ($0["after"] as? [String: Any])?["title"] as? String }
        #expect(Set(titles) == ["Bins and paper", "Mow"])
        let edit = try #require(changes.first { ($0["before"] as? [String: Any])?["title"] as? String == "Bins" })
        let fields = try #require(edit["fields"] as? [[String: Any]])
        #expect(fields.map { $0["field"] as? String } == ["title"])
        #expect((fields[0]["by"] as? [String: Any])?["device"] as? String == "laptop")
        try device.run("sync").expect()
        #expect(try device.run("plugin", "logs", "hears").lines.count == 1, "nothing new, so nothing is told")
    }

    @Test("A hook receives only changes of the kinds that it requests and was granted")
    func kinds() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try PluginFolder(
                "pins", in: family.root.path,
                program: PluginFolder.python("print(json.dumps(params), file=sys.stderr)\nanswer({})"),
                offers: #"{"hooks":[{"event":"before-commit","kinds":["pin","member"]}]}"#,
                needs: #"{"read":["pin","task"]}"#))
        try device.run("add", "Bins").expect()
        try device.run("member", "add", "Ann").expect()
        try device.run("plugin", "logs", "pins").expect(stdout: "is empty")
        try device.run("pin", "add", "Shop", "52.37,4.89").expect()
        try device.run("plugin", "logs", "pins").expect(stdout: "Shop")
    }

    @Test(
        "A hook with an invalid proposal does not block the change, is named, and is eventually suspended",
        arguments: [
            #"{"update": "task", "id": "00000000-0000-4000-8000-000000000000", "fields": {"title": "x"}}"#,
            #"{"create": "task", "fields": {"title": ""}}"#,
            #"{"delete": "family", "id": "00000000-0000-4000-8000-000000000000"}"#,
            #"{"restore": {"kind": "task", "id": "00000000-0000-4000-8000-000000000001", "title": "x", "nonsense": 1}}"#,
            #"{"restore": {"kind": "task", "id": "00000000-0000-4000-8000-000000000001", "title": "x", "~merge": {}}}"#,
        ])
    func impossible(change: String) throws {
        let family = try Family()
        let device = try device(family)
        let program = PluginFolder.python(
            "title = {\"create\": \"task\", \"fields\": {\"title\": \"Half\"}}\nanswer({\"changes\": [title, json.loads('\(change)')]})"
        )
        try device.install(
            try PluginFolder(
                "odd", in: family.root.path, program: program, offers: #"{"hooks":[{"event":"before-commit"}]}"#,
                needs: #"{"read":["task"],"write":["family","task"]}"#))
        for number in 1...3 {
            try device.run("add", "Task \(number)").expect(
                stderr: ["the plugin ‘odd’ proposed an invalid change", "The change was made without it."])
        }
        try device.run("add", "Task 4").expect(stderr: "was suspended")
        #expect(try device.titles().sorted() == ["Task 1", "Task 2", "Task 3", "Task 4"])
        try device.run("doctor").expect(stdout: "No problems")
    }

    @Test("A hook cannot extend its time limit by sending requests", arguments: ["documents/read", "flood"])
    func chatter(kind: String) throws {
        let family = try Family()
        let device = family.device
        try device.run("add", "First").expect()
        let line =
            kind == "flood"
            ? #"{"jsonrpc": "2.0", "method": "log", "params": {"text": "x"}}"#
            : #"{"jsonrpc": "2.0", "id": 1, "method": "documents/read", "params": {"kind": "task", "history": True}}"#
        try device.install(
            try plugin(
                "chatters", "before-commit", in: family,
                body: """
                    line = json.dumps(\(line)) + chr(10)
                    sys.stdout.write(line)
                    sys.stdout.flush()
                    open("asked", "w").close()
                    while True: sys.stdout.write(line * 1000)
                    """))
        // On a busy machine the start alone may exceed the shorter limits.
        for limit in ["400", "4000", "40000"] {
            try device.run("config", "set", "hook-limit", limit).expect()
            // The plugin never ends by itself.
            try device.run("add", "Second").expect(stdout: "Added", stderr: "the plugin ‘chatters’")
            let asked = "\(device.home)/.local/state/hometask/plugins/chatters/data/asked"
            if FileManager.default.fileExists(atPath: asked) { return }
        }
        Issue.record("the plugin did not begin to ask")
    }

    @Test("Hooks do not amend an undo")
    func undoing() throws {
        let family = try Family()
        let device = try device(family)
        try device.run("add", "Bins").expect()
        try device.install(
            try plugin(
                "again", "before-commit", in: family,
                body: #"answer({"changes": [{"create": "task", "key": "k", "fields": {"title": "Again"}}]})"#))
        try device.run("undo", "--yes").expect()
        #expect(try device.titles() == [])
    }

    @Test("Retrying a change after a concurrent commit does not rerun hooks")
    func overtaken() throws {
        let family = try Family()
        let device = try device(family)
        // Each run of the hook moves the branch, so running it on every attempt would never end.
        let program = PluginFolder.python(
            """
            import subprocess
            print("asked", file=sys.stderr)
            subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", "\(device.folder)",
                            "commit", "--quiet", "--allow-empty", "-m", "Meanwhile"], check=True, stdout=2)
            answer({"changes": [{"update": "task", "id": c["id"], "add": {"tags": ["seen"]}} for c in params["changes"]]})
            """)
        try device.install(
            try PluginFolder(
                "slow", in: family.root.path, program: program, offers: #"{"hooks":[{"event":"before-commit"}]}"#,
                needs: #"{"read":["task"],"write":["task"],"programs":true}"#))
        try device.run("add", "Bins").expect(stderr: .exactly("plugin slow: changed 1 document: Bins.\n"))
        #expect(try device.run("plugin", "logs", "slow").stdout.components(separatedBy: "asked").count == 2)
        #expect(try device.run("list", "--json").objects().first?["tags"] as? [String] == ["seen"])
        #expect(try device.git("log", "--format=%s").stdout.contains("Meanwhile"))
    }
}
