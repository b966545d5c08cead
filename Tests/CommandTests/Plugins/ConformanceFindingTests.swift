// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Findings of 'plugin test'", .waits)
struct ConformanceFindingTests {
    /// A conforming program whose work is done by the given lines.
    private static func conforming(_ body: String) -> String {
        """
        #!/usr/bin/env python3
        import json, os, sys
        settings = {}
        def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
        def fail(code, text): send(id=message["id"], error={"code": code, "message": text})
        def answer(result): send(id=message["id"], result=result)
        for line in sys.stdin:
            try: message = json.loads(line)
            except ValueError: continue
            method, params = message.get("method"), message.get("params", {})
            if method == "initialize":
                settings = params["settings"]
                if 1 in params["protocol"]: answer({"protocol": 1})
                else: fail(-32003, "version 1 alone is spoken")
            elif method == "shutdown": answer({})
            elif "id" in message:
        \(body.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
        """
    }

    /// A plugin that exports tasks as lines of JSON and imports them, optionally with a fault.
    private func format(_ fault: String, in folder: String) throws -> PluginFolder {
        let body = """
            fault = "\(fault)"
            def tasks():
                found, after = [], None
                while True:
                    query = {"kind": "task", **({"after": after} if after else {})}
                    send(id="r", method="documents/read", params=query)
                    answered = json.loads(sys.stdin.readline())
                    while "method" in answered: answered = json.loads(sys.stdin.readline())
                    if "error" in answered: return None
                    found += answered["result"]["documents"]
                    after = answered["result"].get("next")
                    if not after or fault == "first page": return found
                    if fault == "overlap": found += answered["result"]["documents"][-1:]
            if method == "export/write":
                found = tasks()
                if found is None: fail(-32002, "refused")
                else:
                    lines = [json.dumps({"id": task["id"], "title": task["title"]}, ensure_ascii=False) for task in found]
                    send(method="output", params={"text": "".join(line + chr(10) for line in lines) or chr(10)})
                    answer({})
            elif method == "import/read":
                send(id="s", method="source/read", params={"encoding": "text"})
                text = json.loads(sys.stdin.readline())["result"]["text"]
                changes = []
                for number, line in enumerate(text.split(chr(10))):
                    try: task = json.loads(line)
                    except ValueError: continue
                    if not isinstance(task, dict): continue
                    key = {"lines": str(number), "position": str(number)}.get(fault, task["id"])
                    if fault == "loses" and '"' in task["title"]: continue
                    changes.append({"create": "task", "key": key, "fields": {"title": task["title"]}})
                    if fault == "doubles": changes.append({"create": "task", "key": key + "x", "fields": {"title": "Copy"}})
                answer({"changes": changes})
            else: fail(-32601, "unheard of")
            """
        let program = Self.conforming(body)
        return try PluginFolder(
            "format", in: folder, program: program,
            offers: #"{"exporters":[{"name":"own","summary":"Own."}],"importers":[{"name":"own","summary":"Own."}]}"#)
    }

    private func test(_ plugin: PluginFolder, _ words: String..., in root: TemporaryFolder) throws -> Outcome {
        try Device("alone", in: root).run(["plugin", "test", "--timeout", "60", plugin.path] + words)
    }

    @Test(
        "Exports and imports that lose or duplicate documents",
        arguments: [
            ("none", nil),
            ("first page", " of 1500 tasks, such as ‘Task "), ("overlap", "more than once"),
            ("loses", "documents of the kind ‘task’ from its own export"),
            ("doubles", "it made 86 documents of the kind ‘task’ from the 43"),
            ("lines", "had one new task, ‘Task 29’, but it made"),
        ] as [(String, String?)])
    func formats(fault: String, words: String?) throws {
        let root = try TemporaryFolder()
        let outcome = try test(try format(fault, in: root.path), in: root)
        outcome.expect(status: words == nil ? 0 : 1, stdout: words.map { .contains($0) } ?? "0 failed")
    }

    /// A plugin with the given members added to the common manifest members.
    private func plugin(_ members: String, in root: TemporaryFolder) throws -> PluginFolder {
        let body = """
            if method == "command/run": answer({})
            else: fail(-32601, "unheard of")
            """
        let plugin = try PluginFolder("odd", in: root.path, program: Self.conforming(body), offers: "{}")
        try plugin.write(
            #"{"id":"odd","version":"1","summary":"Odd.","protocol":[1],"program":"plugin.py",\#(members)}"#,
            to: "plugin.json")
        return plugin
    }

    private static let work = #""offers":{"commands":[{"name":"work","summary":"Work."}]}"#

    private static let manifestCases: [(members: String, words: String)] = [
        (work + #","needs":{"raed":["task"]}"#, "‘needs/raed’ is unknown; did you mean ‘read’?"),
        (work + #","needs":{"netwrok":true}"#, "did you mean ‘network’?"),
        (work + #","needs":{"telepathy":true}"#, "nothing is granted for it"),
        (work + #","needs":{"read":["tasks"]}"#, "there is no kind of documents ‘tasks’; did you mean ‘task’?"),
        (work + #","neds":{"read":["task"]}"#, "‘neds’ is unknown; did you mean ‘needs’?"),
        (
            #""offers":{"commands":[{"name":"work","summary":"W.","option":[]}]}"#,
            "‘offers/commands/0/option’ is unknown; did you mean ‘options’?"
        ),
        (#""offers":{"hooks":[{"event":"after-commit"}]}"#, "receives nothing: ‘needs/read’ is empty"),
        (
            #""offers":{"hooks":[{"event":"after-commit","kinds":["pin"]}]},"needs":{"read":["task"]}"#,
            "for the kind ‘pin’, which is not in ‘needs/read’"
        ),
        (
            #""offers":{"hooks":[{"event":"before-commit","unanswred":"refuse"}]},"needs":{"read":["task"]}"#,
            "did you mean ‘unanswered’?"
        ),
        (
            #""offers":{"commands":[{"name":"work","summary":"W.","options":[{"name":"x","summary":"X."},{"name":"x","summary":"Y."}]}]}"#,
            "the option ‘--x’ of ‘commands/work’ occurs twice"
        ),
        (
            #""offers":{"exporters":[{"name":"w","summary":"W.","options":[{"name":"output","summary":"X."}]}]}"#,
            "the option ‘--output’ of ‘exporters/w’ has the name of a built-in option"
        ),
        (
            #""offers":{"commands":[{"name":"work","summary":"W.","options":[{"name":"color","summary":"X."}]}]}"#,
            "the option ‘--color’ of ‘commands/work’ has the name of a built-in option"
        ),
    ]

    @Test(
        "Misspelt needs, hooks that receive nothing, and clashing options",
        arguments: manifestCases)
    func manifests(members: String, words: String) throws {
        let root = try TemporaryFolder()
        try test(try plugin(members, in: root), in: root).expect(status: 1, stdout: .contains(words))
    }

    @Test("An unknown member that resembles no known one is accepted")
    func laterMembers() throws {
        let root = try TemporaryFolder()
        let members = Self.work + #","homepage":"https://example.org","needs":{"read":["task"],"write":["task"]}"#
        try test(try plugin(members, in: root), in: root).expect(stdout: "0 failed")
    }

    @Test("A channel is tried only if --channel names it")
    func channel() throws {
        let root = try TemporaryFolder()
        let body = """
            if method != "channel/deliver": fail(-32601, "unheard of")
            elif "to" not in params and "FAULT" != "careless": fail(-32000, "where?")
            else:
                print(settings.get("loft"), params.get("to"), params["message"]["title"], file=sys.stderr)
                answer({})
            """
        let offers = #"""
            {"channels":[{"name":"pigeon","summary":"A pigeon.","address":{"use":"required","pattern":"^[a-z]+$"}}]}
            """#
        func pigeon(_ fault: String) throws -> PluginFolder {
            let program = Self.conforming(body.replacingOccurrences(of: "FAULT", with: fault))
            return try PluginFolder(fault, in: root.path, program: program, offers: offers, needs: "{}")
        }
        let good = try pigeon("good")
        try test(good, in: root).expect(stdout: ["nothing is sent without --channel pigeon", "0 failed"])
        try test(good, "--channel", "pigeon", "--to", "dove", "--set", "loft=attic", "--log", in: root).expect(
            stdout: ["✔ it delivers with ‘pigeon’", "✔ it delivers unusual texts with ‘pigeon’", "0 failed"],
            stderr: "attic dove Test")
        try test(try pigeon("careless"), "--channel", "pigeon", "--to", "dove", in: root).expect(
            status: 1, stdout: "it accepted a message without an address")
        try test(good, "--channel", "owl", in: root).expect(status: 66, stderr: "has no channel ‘owl’")
        try test(good, "--to", "dove", in: root).expect(status: 64)
    }
}
