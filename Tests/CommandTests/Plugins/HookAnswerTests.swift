// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Hook answers", .waits)
struct HookAnswerTests {
    private func plugin(
        _ id: String, _ event: String, in family: Family, body: String, with hook: String = "",
        needs: String = #"{"read":["task"],"write":["task"]}"#
    ) throws -> PluginFolder {
        try PluginFolder(
            id, in: family.root.path, program: PluginFolder.python(body),
            offers: #"{"hooks":[{"event":"\#(event)"\#(hook)}]}"#, needs: needs)
    }

    /// A device with a generous hook limit, as tests run in parallel.
    private func device(_ family: Family) throws -> Device {
        try family.device.run("config", "set", "hook-limit", "60000").expect()
        return family.device
    }

    // MARK: Words

    @Test("Changes by a hook are reported and recorded with the plugin's name")
    func told() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try plugin(
                "tags", "before-commit", in: family,
                body: """
                    answer({"changes": [{"update": "task", "id": c["id"], "add": {"tags": ["home"]}}
                                        for c in params["changes"] if "home" not in c["after"].get("tags", [])]})
                    """))
        try device.install(
            try plugin(
                "praise", "after-commit", in: family,
                body: #"""
                    done = [c for c in params["changes"] if "completion" in [f["field"] for f in c["fields"]]]
                    answer({"changes": [{"create": "task", "key": c["id"], "fields": {"title": "Praise"}} for c in done]})
                    """#))
        try device.run("add", "Bins").expect(
            stdout: "Added 1: Bins", stderr: .exactly("plugin tags: changed 1 document: Bins.\n"))
        try device.run("done", "bins").expect(stderr: .exactly("plugin praise: added 1 task: Praise.\n"))
        try device.run("history", "praise").expect(stdout: "Mia added it, by the plugin praise")
        try device.run("history", "bins").expect(stdout: "Mia added it, by the plugin tags")
        let history = try device.run("history", "bins", "--json").objects()
        #expect(history.map { $0["plugins"] as? [String] } == [[], ["tags"]])
        #expect(try device.run("log", "--json", "--limit", "1").objects().first?["plugins"] as? [String] == ["praise"])
        #expect(try device.run("log").stdout.contains("Hometask:") == false, "the trailer is no deed")
        try device.run("doctor").expect(stdout: "No problems")
    }

    // MARK: Many changes

    /// A plugin that moves every task whose title begins with `Task` to the trash.
    private static let deletesAll = """
        ids, after = [], None
        while True:
            query = {"kind": "task", **({"after": after} if after else {})}
            send(id="r", method="documents/read", params=query)
            page = json.loads(sys.stdin.readline())["result"]
            ids += [d["id"] for d in page["documents"] if d["title"].startswith("Task")]
            after = page.get("next")
            if not after: break
        answer({"changes": [{"delete": "task", "id": id} for id in ids]})
        """

    private func fill(_ device: Device, _ count: Int) throws {
        try device.run(["add", "--stdin"], input: (1...count).map { "Task \($0)\n" }.joined()).expect()
    }

    @Test("A hook that deletes over 20 documents needs confirmation; without a terminal, its changes are dropped")
    func manyByHook() throws {
        let family = try Family()
        let device = try device(family)
        try fill(device, 21)
        try device.install(try plugin("sweep", "after-commit", in: family, body: Self.deletesAll))
        try device.run("add", "Bins").expect(
            stdout: "Added",
            stderr: "‘sweep’ was not allowed to move 21 documents to the trash: none of these changes was made")
        #expect(try device.titles().count == 22)
        for (word, left) in [("n", 23), ("y", 3)] {
            let terminal = try Terminal(device, "add", "Paper")
            try terminal.waitFor("Allow the plugin sweep to move 21 documents to the trash? [y/N]")
            terminal.type("\(word)\n")
            _ = terminal.finish()
            #expect(try device.titles().count == left, "\(terminal.shown)")
        }
        try device.run("undo").expect(stdout: "Took back 'plugin sweep'")
        #expect(try device.titles().count == 24)
    }

    @Test("A before-commit hook that deletes many documents outside the change needs confirmation, too")
    func manyBeforeCommit() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try plugin(
                "tags", "before-commit", in: family,
                body:
                    #"answer({"changes": [{"update": "task", "id": c["id"], "add": {"tags": ["x"]}} for c in params["changes"]]})"#
            ))
        try fill(device, 30)
        #expect(try device.run("list", "+x", "--json").objects().count == 30, "each was part of the change")
        try device.run("plugin", "disable", "tags").expect()
        try device.install(try plugin("sweep", "before-commit", in: family, body: Self.deletesAll))
        try device.run("add", "Bins").expect(
            stdout: "Added", stderr: "‘sweep’ was not allowed to move 30 documents to the trash")
        #expect(try device.titles().count == 31)
    }

    @Test("A plugin's command that deletes many documents needs confirmation or --yes")
    func manyByCommand() throws {
        let family = try Family()
        let device = family.device
        try fill(device, 25)
        try device.install(
            try PluginFolder(
                "sweep", in: family.root.path, program: PluginFolder.python(Self.deletesAll),
                offers: PluginFolder.command))
        try device.expectUnchanged {
            try device.run("work").expect(
                status: 75,
                stderr: ["‘sweep’ move 25 documents to the trash needs confirmation", "hometask work --yes"])
        }
        try device.run("work", "--yes").expect(stderr: "sweep: moved 25 to the trash.")
        #expect(try device.titles() == [])
    }

    @Test("A hook cannot delete the documents of the change itself")
    func deletingTheChange() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try plugin(
                "eats", "before-commit", in: family,
                body: #"answer({"changes": [{"delete": "task", "id": c["id"]} for c in params["changes"]]})"#))
        try device.run("add", "Bins").expect(
            stdout: "Added 1: Bins",
            stderr: "‘eats’ proposed an invalid change: it cannot delete what the change itself is about")
        #expect(try device.titles() == ["Bins"])
    }

    // MARK: Plugins that do not answer

    @Test("With `unanswered: refuse`, a missing answer refuses changes, even if the plugin is suspended or altered")
    func unanswered() throws {
        let family = try Family()
        let device = try device(family)
        let rule = try plugin(
            "rule", "before-commit", in: family, body: "os._exit(1)", with: #","unanswered":"refuse""#)
        try device.install(rule)
        try device.run("plugin", "show", "rule").expect(stdout: "refused if it does not answer")
        try device.expectUnchanged {
            for _ in 1...3 {
                try device.run("add", "Bins").expect(
                    status: 76, stdout: .empty,
                    stderr: ["‘rule’ must agree to changes, but gave no answer", "exited with the code 1"])
            }
            try device.run("add", "Bins").expect(status: 76, stderr: "was suspended")
            let installed = "\(device.home)/.local/share/hometask/plugins/rule/plugin.py"
            try "# new".write(toFile: installed + "c", atomically: true, encoding: .utf8)
            try device.run("plugin", "list").expect(stdout: "changed")
            try device.run("add", "Bins").expect(status: 76, stderr: "gave no answer")
        }
        try device.run("plugin", "disable", "rule").expect()
        try device.run("add", "Bins").expectQuietly()
    }

    @Test("With `unanswered: refuse`, an invalid proposal refuses the change, too")
    func unansweredByNonsense() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try plugin(
                "rule", "before-commit", in: family,
                body: #"answer({"changes": [{"create": "task", "fields": {"title": ""}}]})"#,
                with: #","unanswered":"refuse""#
            ))
        try device.expectUnchanged {
            try device.run("add", "Bins").expect(
                status: 76, stderr: ["must agree to changes", "proposed an invalid change"])
        }
    }

    // MARK: Hand edits

    private func editByHand(_ device: Device, _ title: String) throws {
        let file = try device.onlyFile(in: "tasks")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacingOccurrences(of: "Bins", with: title).write(toFile: file, atomically: true, encoding: .utf8)
    }

    @Test("With `handEdits`, a hook sees hand edits before the commit; an edit that it refuses stays in the file")
    func handEditsBefore() throws {
        let family = try Family()
        let device = try device(family)
        try device.run("add", "Bins").expect()
        try family.hub()
        let body = """
            bad = any("ugly" in change["after"]["title"] for change in params["changes"])
            print(params.get("command"), file=sys.stderr)
            answer({"refuse": "titles are pretty here"} if bad else {})
            """
        try device.install(
            try plugin("sees", "before-commit", in: family, body: body, with: #","handEdits":true"#))
        try device.install(try plugin("blind", "before-commit", in: family, body: body))
        try editByHand(device, "ugly")
        try device.run("sync").expect(
            stdout: ["Not recorded: tasks/", "refused the change: titles are pretty here", "git checkout"])
        #expect(try device.titles() == ["Bins"])
        #expect(try String(contentsOfFile: device.onlyFile(in: "tasks"), encoding: .utf8).contains("ugly"))
        try device.run("plugin", "logs", "sees").expect(stdout: "edit by hand")
        try device.run("plugin", "logs", "blind").expect(stdout: "is empty")
        try device.run("plugin", "disable", "sees").expect()
        try device.run("sync").expect(stdout: "Recorded edits by hand in 1 document")
        #expect(try device.titles() == ["ugly"])
    }

    @Test("An after-commit hook receives hand edits, unless `handEdits` is false")
    func handEditsAfter() throws {
        let family = try Family()
        let device = try device(family)
        try device.run("add", "Bins").expect()
        try family.hub()
        let body = "print(params['changes'][0]['after']['title'], file=sys.stderr)\nanswer({})"
        try device.install(try plugin("hears", "after-commit", in: family, body: body))
        try device.install(try plugin("deaf", "after-commit", in: family, body: body, with: #","handEdits":false"#))
        try editByHand(device, "Paper")
        try device.run("sync").expect(stdout: "Recorded edits by hand in 1 document")
        try device.run("plugin", "logs", "hears").expect(stdout: "Paper")
        try device.run("plugin", "logs", "deaf").expect(stdout: "is empty")
    }

    // MARK: Answers to answers

    @Test("Undo triggers no hooks, so it works despite a hook that reacts to every change")
    func undoing() throws {
        let family = try Family()
        let device = try device(family)
        try device.install(
            try plugin(
                "again", "after-commit", in: family,
                body: #"answer({"changes": [{"create": "task", "fields": {"title": "Again"}}]})"#))
        try device.run("add", "Bins").expect(stderr: "plugin again: added 1 task")
        #expect(try device.titles().sorted() == ["Again", "Bins"])
        try device.run("undo").expectQuietly("Took back 'plugin again'")
        try device.run("undo").expectQuietly("Took back 'add'")
        #expect(try device.titles() == [])
    }

    @Test("Commits made as a result of a merge trigger no after-commit hook")
    func merging() throws {
        let family = try Family()
        let phone = try device(family)
        try phone.run("add", "Water", "--every", "3 days", "due:today").expect()
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("edit", "water", "--tag", "x", "--every", "4 days").expect()
        try laptop.run("sync").expect()
        let body = "print([c['id'] for c in params['changes']], file=sys.stderr)\nanswer({})"
        try phone.install(try plugin("hears", "after-commit", in: family, body: body))
        try phone.run("done", "water").expect()
        #expect(try phone.run("plugin", "logs", "hears").lines.count == 1)
        try phone.run("sync").expectQuietly("merged 1 document")
        #expect(try phone.diary() == ["Mia carried the series of 'Water' on"], "the merge made a commit besides")
        #expect(try phone.run("plugin", "logs", "hears").lines.count == 1)
    }

    /// A hook body that adds one to a task's points in each round.
    private static let counts = #"""
        changes = [{"update": "task", "id": c["id"], "fields": {"points": c["after"].get("points", 0) + 1}}
                   for c in params["changes"] if c["kind"] == "task"]
        print([c.get("generation", 0) for c in params["changes"]], file=sys.stderr)
        answer({"changes": changes})
        """#

    @Test("Plugins of two devices that react to each other stop at the third round and are named")
    func answeringEachOther() throws {
        let family = try Family()
        let phone = try device(family)
        try family.hub()
        let laptop = try family.join("laptop", as: "Ben")
        try laptop.run("config", "set", "hook-limit", "60000").expect()
        try phone.install(try plugin("ping", "after-sync", in: family, body: Self.counts))
        try laptop.install(try plugin("pong", "after-sync", in: family, body: Self.counts))
        try phone.run("add", "Bins").expect()
        try phone.run("sync").expect()
        var errors = ""
        for _ in 1...5 {
            for device in [laptop, phone] {
                errors += try device.run("sync").expect().stderr
                errors += try device.run("sync").expect().stderr
            }
        }
        #expect(try phone.run("list", "--json").objects().first?["points"] as? Int == 3)
        #expect(try phone.head() == laptop.head(), "all is at rest")
        let subjects = try phone.git("log", "--format=%s").lines.filter { $0.contains("(plugin p") }
        #expect(subjects.count == 3, "\(subjects)")
        let stop = "the plugin ‘ping’ and the plugin ‘pong’ have reacted to each other 3 times"
        #expect(errors.contains(stop), "\(errors)")
        #expect(try laptop.run("plugin", "logs", "pong").lines == ["[0]", "[2]"])
        #expect(try phone.run("plugin", "logs", "ping").lines == ["[1]"])
        // A member's edit resets the count.
        try laptop.run("edit", "bins", "--title", "Paper").expect()
        try laptop.run("sync").expect()
        try phone.run("sync").expect(stderr: "plugin ping: changed 1 document: Paper.")
    }

    @Test("A plugin that triggers itself by running hometask stops at the third round, too")
    func answeringItself() throws {
        let family = try Family()
        let device = try device(family)
        let body = """
            import subprocess
            environment = {**os.environ, "HOME": \(String(reflecting: device.home)), "HOMETASK_NOW": "\(Device.morning)"}
            words = [\(String(reflecting: Program.path)), "-C", \(String(reflecting: device.folder)), "add", "More"]
            subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=2, stderr=2)
            answer({})
            """
        try device.install(
            try plugin("grows", "after-commit", in: family, body: body, needs: #"{"read":["task"],"programs":true}"#))
        try device.run("add", "Bins").expect()
        #expect(try device.titles().sorted() == ["Bins", "More", "More", "More"])
        try device.run("plugin", "logs", "grows").expect(
            stdout: "‘grows’ and itself have reacted to each other 3 times")
        #expect(try device.run("log", "--json").objects().count { $0["plugins"] as? [String] == ["grows"] } == 3)
    }

    // MARK: Malformed answers

    @Test(
        "A malformed refusal still refuses the change",
        arguments: ["None", "5", "False", "''", "'two\\nlines'", "[]", "{'reason': 'x'}", "'x' * 501"])
    func malformedRefusal(value: String) throws {
        let family = try Family()
        let device = try device(family)
        try device.install(try plugin("rule", "before-commit", in: family, body: #"answer({"refuse": \#(value)})"#))
        try device.expectUnchanged {
            try device.run("add", "Bins").expect(
                status: 76, stdout: .empty, stderr: ["the plugin ‘rule’ refused the change", "‘refuse’ should be"])
        }
        try device.run("plugin", "logs", "rule").expect(stdout: "refused a change with an invalid reason")
    }

    @Test(
        "Answers are validated against the published schema; a malformed answer has no effect",
        arguments: [
            (#"{"status": 256, "changes": [TASK]}"#, "‘status’ should be"),
            (#"{"status": 126}"#, "‘status’ should be"), (#"{"status": -1}"#, "‘status’ should be"),
            (#"{"status": "0"}"#, "‘status’ should be"),
            (#"{"changes": {"create": "task"}}"#, "‘changes’ should be a list"),
            (#"{"changes": [TASK, {"create": "task", "fields": None}]}"#, "should have ‘fields’, an object"),
            (#"{"changes": [TASK, {"create": "task", "key": 5, "fields": {"title": "T"}}]}"#, "‘key’ of a change"),
            (#"{"changes": [TASK, {"create": "task", "key": "", "fields": {"title": "T"}}]}"#, "‘key’ of a change"),
            (#"{"changes": [TASK, {**TASK, "delete": "task"}]}"#, "should have one of create, update, delete"),
        ])
    func malformed(answer: String, words: String) throws {
        let family = try Family()
        let device = family.device
        let text = answer.replacingOccurrences(of: "TASK", with: #"{"create": "task", "fields": {"title": "Half"}}"#)
        try device.install(
            try PluginFolder(
                "odd", in: family.root.path, program: PluginFolder.python("answer(\(text))"),
                offers: PluginFolder.command))
        try device.expectUnchanged {
            try device.run("work").expect(
                status: 76, stderr: ["‘odd’ gave an invalid answer to ‘command/run’: ", .contains(words)])
        }
    }

    @Test("A plugin's output is validated against the schema, too")
    func malformedOutput() throws {
        let family = try Family()
        try family.device.install(
            try PluginFolder(
                "odd", in: family.root.path,
                program: PluginFolder.python("send(method='output', params={'text': 5})\nanswer({})"),
                offers: PluginFolder.command))
        try family.device.run("work").expect(status: 76, stderr: "sent an invalid ‘output’: ‘text’ should be")
    }

    @Test("A command ends with the exit code that its plugin returns", arguments: [0, 1, 125])
    func statuses(code: Int32) throws {
        let family = try Family()
        try family.device.install(
            try PluginFolder(
                "ends", in: family.root.path, program: PluginFolder.python("answer({'status': \(code)})"),
                offers: PluginFolder.command))
        try family.device.run("work").expect(status: code)
    }
}
