// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Validates real messages of host and plugin against the protocol schemas, with an independent validator.
@Suite("Plugin protocol schemas")
struct ProtocolSchemaTests {
    private static var package: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
    }

    /// Validates lines of JSON with Python's jsonschema and prints the invalid ones.
    private static let validator = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open(sys.argv[1]))
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for line in open(sys.argv[2]):
            message = json.loads(line)
            if not validator.is_valid(message): print("not valid:", line.strip()[:2000])
        """

    private func validate(_ file: String, with schema: String, on device: Device) throws -> String {
        try RunningProgram(
            "python3", ["-c", Self.validator, "\(Self.package)/Schemas/\(schema)", file],
            environment: device.environment, folder: device.home, input: ""
        ).finish().expect().stdout
    }

    @Test("Every line of real conversations is valid")
    func conversations() throws {
        let family = try Family()
        let device = family.device
        try device.run("config", "set", "hook-limit", "60000").expect()
        // All input and output is logged.
        let program = """
            #!/usr/bin/env python3
            import json, sys
            def note(line): open("lines", "a").write(line.rstrip("\\n") + "\\n")
            def send(**message):
                line = json.dumps({"jsonrpc": "2.0", **message})
                note(line)
                print(line, flush=True)
            def receive():
                line = sys.stdin.readline()
                if line: note(line)
                return json.loads(line) if line else sys.exit()
            while True:
                message = receive()
                method, params, id = message.get("method"), message.get("params", {}), message.get("id")
                if method == "initialize": send(id=id, result={"protocol": 1, "version": "1.0"})
                elif method == "command/run":
                    for kind in ["task", "member"]:
                        send(id=kind, method="documents/read", params={"kind": kind, "limit": 2, "history": True})
                        receive()
                    send(id="no", method="documents/read", params={"kind": "device"})
                    receive()
                    send(method="progress", params={"done": 1, "total": 2})
                    send(method="log", params={"level": "info", "text": "half way"})
                    send(method="output", params={"text": "Hello\\n"})
                    send(method="changes", params={"changes": [{"create": "task", "key": "k", "fields": {"title": "T"}}]})
                    send(id=id, result={"status": 0, "changes": []})
                elif method == "import/read":
                    send(id="s", method="source/read", params={"encoding": "text"})
                    receive()
                    change = {"create": "task", "key": "i", "fields": {"title": "I"}, "empty": ["due"], "unread": ["tags"]}
                    send(id=id, result={"faults": [{"line": 1, "message": "odd"}], "changes": [change]})
                elif id is not None: send(id=id, result={})
            """
        let offers = """
            {"commands":[{"name":"work","summary":"Work.","options":[{"name":"x","summary":"An option."}],
               "arguments":[{"name":"word","summary":"A word.","repeated":true}]}],
             "exporters":[{"name":"none","summary":"Nothing.","extension":"no"}],
             "importers":[{"name":"none","summary":"Nothing."}],
             "views":[{"name":"empty","summary":"Nothing."}],
             "hooks":[{"event":"before-commit"},{"event":"after-commit"},{"event":"after-sync"}]}
            """
        let plugin = try PluginFolder(
            "notes", in: family.root.path, program: program, offers: offers,
            needs: #"{"read":["task","member"],"write":["task"]}"#)
        try device.install(plugin)
        try device.run("add", "Bins", "@ben").expectQuietly()
        try device.run("add", "Mow").expectQuietly()
        try device.run("work", "a", "--x", "y").expect(stdout: .exactly("Hello\n"))
        try device.run("export", "none", "bins").expectQuietly(.empty)
        try device.run("import", "none", "-", input: "text").expect(status: 65)
        try device.run("view", "show", "empty").expectQuietly(.empty)
        let lines = "\(device.home)/.local/state/hometask/plugins/notes/data/lines"
        let text = try String(contentsOfFile: lines, encoding: .utf8)
        for method in [
            "initialize", "shutdown", "hook/before-commit", "hook/after-change", "command/run", "documents/read",
        ] {
            #expect(
                text.contains("\"method\":\"\(method)\"") || text.contains("\"method\": \"\(method)\""), "\(method)")
        }
        #expect(try validate(lines, with: "plugin-protocol.schema.json", on: device) == "")
    }

    @Test("Accepted manifests are valid against the schema; refused manifests are not")
    func manifests() throws {
        let device = try Device("alone", in: try TemporaryFolder())
        try FileManager.default.createDirectory(atPath: device.folder, withIntermediateDirectories: true)
        var manifests: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.package + "/Plugins").sorted() {
            let path = "\(Self.package)/Plugins/\(name)/plugin.json"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            manifests.append(text.split(separator: "\n").joined(separator: " "))
        }
        #expect(!manifests.isEmpty)
        let file = device.home + "/manifests"
        try manifests.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try validate(file, with: "plugin.schema.json", on: device) == "")
        let broken = [#"{"id":"x","version":"1","summary":"s","protocol":1,"program":"p"}"#, #"{"id":"x"}"#]
        try broken.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try validate(file, with: "plugin.schema.json", on: device).split(separator: "\n").count == broken.count)
    }
}
