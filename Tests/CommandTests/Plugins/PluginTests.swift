// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Plugins on the command line")
struct PluginTests {
    /// A plugin with a command that adds a task with a key.
    private func adder(in family: Family, needs: String = #"{"read":["task"],"write":["task"]}"#) throws -> PluginFolder
    {
        let program = PluginFolder.python(
            """
            if method != "command/run": send(id=message["id"], error={"code": -32601, "message": "no"})
            else:
                send(method="output", params={"text": "adding " + " ".join(params["arguments"]) + "\\n"})
                fields = {"title": params["options"].get("title", "A task")}
                answer({"changes": [{"create": "task", "key": "one", "fields": fields}]})
            """)
        let offers = """
            {"commands":[{"name":"adder","summary":"Add a task.","options":[
              {"name":"title","summary":"Its title."},{"name":"count","summary":"How many.","type":"integer"},
              {"name":"loud","summary":"Loudly.","type":"flag"},
              {"name":"size","summary":"How large.","choices":["small","large"]}],
              "arguments":[{"name":"word","summary":"A word.","repeated":true}]}]}
            """
        return try PluginFolder("adder", in: family.root.path, program: program, offers: offers, needs: needs)
    }

    @Test("A plugin runs only after its permissions are shown and accepted")
    func consent() throws {
        let family = try Family()
        let device = family.device
        let plugin = try adder(in: family)
        try device.run("adder").expect(status: 64)
        try device.run("plugin", "install", plugin.path).expect(
            status: 75, stdout: ["Installed adder.", "read: task", "change: task"],
            stderr: "this needs confirmation")
        try device.run("adder").expect(status: 77, stderr: "which has the command ‘adder’, is not enabled")
        try device.run("plugin", "list").expect(stdout: ["adder", "disabled"])
        try device.run("plugin", "enable", "adder", "--yes").expect(stdout: "Enabled adder.")
        try device.run("adder", "a", "b").expect(stdout: .exactly("adding a b\n"), stderr: "adder: added 1 task.")
        try device.run("plugin", "disable", "adder").expect()
        try device.run("adder").expect(status: 77)
        try device.run("plugin", "enable", "adder", "--yes").expect()
        try device.run("plugin", "remove", "adder").expect()
        try device.run("adder").expect(status: 64)
        #expect(!FileManager.default.fileExists(atPath: "\(device.home)/.local/share/hometask/plugins/adder"))
    }

    @Test("A plugin's changes form one commit with its name, can be undone, and are idempotent")
    func oneCommit() throws {
        let family = try Family()
        let device = family.device
        try device.install(try adder(in: family))
        try device.run("adder", "--title", "Wash the car").expect()
        #expect(try device.diary() == ["Mia added 1 task (plugin adder)"])
        try device.expectUnchanged { try device.run("adder", "--title", "Another").expect(stderr: "changed nothing") }
        #expect(try device.titles() == ["Wash the car"])
        try device.run("undo").expect(stdout: "Took back 'adder'")
        #expect(try device.titles() == [])
    }

    @Test("A plugin with changed files must be enabled again", arguments: ["plugin.py", "new.py", "plugin.json"])
    func changed(file: String) throws {
        let family = try Family()
        let device = family.device
        let plugin = try adder(in: family)
        try device.install(plugin)
        let installed = "\(device.home)/.local/share/hometask/plugins/adder/\(file)"
        let text = (try? String(contentsOfFile: installed, encoding: .utf8)) ?? ""
        if file == "plugin.py" {
            try ProgramFile.write(text + "\n", to: installed)
        } else {
            try (text + "\n").write(toFile: installed, atomically: true, encoding: .utf8)
        }
        try device.run("adder").expect(status: 77, stderr: ["has changed since it was enabled", "plugin enable adder"])
        try device.run("plugin", "list").expect(stdout: "changed")
        try device.run("plugin", "enable", "adder", "--yes").expect()
        try device.run("adder").expect()
    }

    @Test("Plugins and plugin decisions in a family's repository are ignored")
    func fromTheFamily() throws {
        let family = try Family()
        let device = family.device
        let plugin = try adder(in: family)
        for place in ["plugins", ".hometask/plugins", "hometask-plugins"] {
            let folder = "\(device.folder)/\(place)/adder"
            try FileManager.default.createDirectory(
                atPath: "\(device.folder)/\(place)", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: plugin.path, toPath: folder)
        }
        let decisions = #"{"plugins":{"adder":{"enabled":true,"path":"\#(plugin.path)","hash":"","manifest":{}}}}"#
        try decisions.write(toFile: device.folder + "/plugins.json", atomically: true, encoding: .utf8)
        try device.run("plugin", "list").expect(stdout: .lacks("adder"))
        try device.run("adder").expect(status: 64)
    }

    @Test("Folders in HOMETASK_PLUGIN_PATH are searched; their plugins stay in place")
    func searchPath() throws {
        let family = try Family()
        let plugin = try adder(in: family)
        let device = family.device.with(["HOMETASK_PLUGIN_PATH": family.root.path])
        try device.run("plugin", "list").expect(stdout: "adder")
        try device.run("plugin", "enable", "adder", "--yes").expect(stdout: .contains(plugin.path))
        try device.run("adder").expect()
        try device.run("plugin", "remove", "adder").expect(stdout: .contains("Its folder is kept"))
        #expect(FileManager.default.fileExists(atPath: plugin.path + "/plugin.json"))
    }

    @Test(
        "Options are parsed as the plugin declares them",
        arguments: [
            (["--nope"], "'hometask adder' has no option --nope"),
            (["--title"], "--title needs a value"),
            (["--title", "a", "--title", "b"], "--title is given twice"),
            (["--count", "many"], "--count should be a whole number, but is ‘many’"),
            (["--loud=yes"], "--loud takes no value"),
            (["--size", "huge"], "--size should be one of small, large, but is ‘huge’"),
        ])
    func options(words: [String], message: String) throws {
        let family = try Family()
        try family.device.install(try adder(in: family))
        try family.device.run(["adder"] + words).expect(status: 64, stdout: .empty, stderr: .contains(message))
    }

    @Test("A file argument is passed to the plugin as an absolute path")
    func files() throws {
        let family = try Family()
        let body = "send(method='output', params={'text': ' '.join(params['options']['from'])})\nanswer({})"
        let offers =
            #"{"commands":[{"name":"where","summary":"Where.","options":[{"name":"from","summary":"A file.","type":"file","repeated":true}]}]}"#
        try family.device.install(
            try PluginFolder("where", in: family.root.path, program: PluginFolder.python(body), offers: offers))
        try family.device.run("where", "--from", "./a b", "--from=/c", "--from", "-")
            .expectQuietly(.exactly("\(family.device.folder)/a b /c -"))
    }

    @Test("Help and completion include a plugin's command")
    func help() throws {
        let family = try Family()
        try family.device.install(try adder(in: family))
        try family.device.run("adder", "--help").expectQuietly(
            ["Add a task.", "--title <text>", "(small, large)", "[<word> ...]"])
        try family.device.run("help", "adder").expectQuietly("Add a task.")
        try family.device.run("--help").expectQuietly("adder")
        try family.device.run("complete-words", "zsh", "--", "add").expectQuietly("adder\tAdd a task.")
        try family.device.run("complete-words", "zsh", "--", "adder", "--").expectQuietly("--title")
    }

    private static let brokenManifests: [(manifest: String, words: String)] = [
        (#"{"id":"X Y","version":"1","summary":"s","protocol":[1],"program":"p"}"#, "‘id’"),
        (#"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"../p"}"#, "‘program’"),
        (#"{"id":"x","version":"1","summary":"s","protocol":1,"program":"p"}"#, "‘protocol’"),
        (#"{"id":"x","version":"1","protocol":[1],"program":"p"}"#, "summary"),
        (#"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"gone"}"#, "no such file"),
        (#"{"id":"x""#, "line 1"),
        (
            #"{"id":"x","version":"1","summary":"s","protocol":[1],"offers":{"hooks":[{"event":"after-sync"}]}}"#,
            "‘program’ is missing"
        ),
        (
            #"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"p","offers":{"commands":[{"name":"a","summary":"s"},{"name":"a","summary":"s"}]}}"#,
            "‘a’ twice"
        ),
        (
            #"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"p","offers":{"fields":{"task":{"f":{"type":"nonsense","x-merge":"register"}}}}}"#,
            "‘offers/fields/task’"
        ),
        (
            #"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"p","settings":[{"name":"a","summary":"s"},{"name":"a","summary":"s"}]}"#,
            "‘a’ twice"
        ),
        (
            #"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"p","settings":[{"name":"a","summary":"s","pattern":"["}]}"#,
            "‘settings/a/pattern’"
        ),
        (
            #"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"p","settings":[{"name":"a","summary":"s","type":"integer","example":"b"}]}"#,
            "‘settings/a’"
        ),
        (
            #"{"id":"x","version":"1","summary":"s","protocol":[1],"program":"p","offers":{"channels":[{"name":"a","summary":"s","address":{"pattern":"^b$","example":"c"}}]}}"#,
            "‘offers/channels/a/address’"
        ),
    ]

    @Test(
        "An invalid manifest is refused, naming the faulty member",
        arguments: brokenManifests)
    func brokenManifest(manifest: String, words: String) throws {
        let family = try Family()
        let folder = "\(family.root.path)/x"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try manifest.write(toFile: folder + "/plugin.json", atomically: true, encoding: .utf8)
        try ProgramFile.write("", to: folder + "/p")
        try family.device.run("plugin", "install", folder, "--yes").expect(status: 65, stderr: .contains(words))
    }

    @Test(
        "Wrong usage is refused with a reason",
        arguments: [
            WrongUse("plugin", "show", "nobody", status: 66, message: "there is no plugin ‘nobody’"),
            WrongUse("plugin", "enable", "nobody", status: 66, message: "there is no plugin ‘nobody’"),
            WrongUse("plugin", "install", "/nowhere", status: 66, message: "there is no folder /nowhere"),
            WrongUse("plugin", "logs", "nobody", status: 66, message: "there is no plugin ‘nobody’"),
            WrongUse("export", "nonsense", status: 66, message: "no plugin can export to ‘nonsense’"),
            WrongUse("import", "nonsense", "file", status: 66, message: "no plugin can import ‘nonsense’"),
        ])
    func wrongUse(use: WrongUse) throws {
        try Family().device.expectRefusal(use)
    }

    @Test("A plugin's own settings stay on the device")
    func settings() throws {
        let family = try Family()
        let device = family.device
        try device.install(try adder(in: family))
        try device.run("plugin", "config", "adder", "greeting", "hello").expect()
        try device.run("plugin", "config", "adder", "greeting").expect(stdout: .exactly("hello\n"))
        try device.run("plugin", "config", "adder").expect(stdout: .exactly("greeting = hello\n"))
        try device.run("plugin", "config", "adder", "greeting", "--unset").expect()
        try device.run("plugin", "config", "adder", "greeting").expect(status: 1)
        try device.expectClean()
    }

    @Test("A plugin adds elements to and removes them from its declared sets, within their constraints")
    func ownSets() throws {
        let family = try Family()
        let device = family.device
        let program = PluginFolder.python(
            """
            if method != "command/run": send(id=message["id"], error={"code": -32601, "message": "no"})
            else:
                send(id="t", method="documents/read", params={"kind": "task"})
                task = json.loads(sys.stdin.readline())["result"]["documents"][0]["id"]
                word, value = params["arguments"]
                answer({"changes": [{"update": "task", "id": task, word: {"extensions": {"tools": {"needed": [value]}}}}]})
            """)
        let offers = """
            {"commands":[{"name":"tool","summary":"Tools.","arguments":[{"name":"word","summary":"A word.","repeated":true}]}],
             "fields":{"task":{"needed":{"type":"array","items":{"type":"string","maxLength":5},"x-merge":"set",
               "description":"The tools."},"size":{"type":"integer","x-merge":"register","description":"How large."}}}}
            """
        try device.install(try PluginFolder("tools", in: family.root.path, program: program, offers: offers))
        try device.run("add", "Drill").expect()
        for (word, value) in [("add", "drill"), ("add", "saw"), ("remove", "drill")] {
            try device.run("tool", word, value).expect()
        }
        let extensions =
            try device.run("list", "--json").objects().first?["extensions"] as? [String: [String: [String]]]
        #expect(extensions == ["tools": ["needed": ["saw"]]])
        try device.expectUnchanged {
            try device.run("tool", "add", "a hammer").expect(status: 76, stderr: "its field ‘needed’ should be")
        }
    }
}
