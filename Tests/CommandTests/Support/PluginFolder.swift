// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A plugin that a test writes to a separate folder.
struct PluginFolder {
    let path: String

    /// Writes a plugin.
    ///
    /// - Parameters:
    ///   - program: the source of the program, `plugin.py`.
    ///   - offers: the manifest's member `offers`, in JSON.
    ///   - needs: the manifest's member `needs`, in JSON.
    init(
        _ id: String, in folder: String, program: String, arguments: [String] = [], offers: String,
        needs: String = #"{"read":["task"],"write":["task"]}"#
    ) throws {
        path = "\(folder)/\(id)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let words = arguments.map { "\"\($0)\"" }.joined(separator: ",")
        try """
        {"id":"\(id)","version":"1.0","summary":"A plugin of a test.","protocol":[1],"program":"plugin.py",
         "arguments":[\(words)],"offers":\(offers),"needs":\(needs)}
        """.write(toFile: path + "/plugin.json", atomically: true, encoding: .utf8)
        try write(program, to: "plugin.py")
    }

    /// A plugin with one fault.
    init(broken fault: String, in folder: String, offers: String = PluginFolder.command) throws {
        try self.init(
            "broken-\(fault)", in: folder, program: try Self.source("CommandTests/Support/broken_plugin.py"),
            arguments: [fault], offers: offers)
    }

    /// The offers of a plugin with one command, `work`.
    static let command = #"{"commands":[{"name":"work","summary":"Work."}]}"#

    /// Writes an executable file to the plugin's folder.
    func write(_ text: String, to name: String) throws {
        try ProgramFile.write(text, to: "\(path)/\(name)")
    }

    /// Returns the text of a file among this package's tests.
    static func source(_ name: String) throws -> String {
        let tests = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: tests.appendingPathComponent(name), encoding: .utf8)
    }

    /// Returns a Python plugin whose work is done by the given lines, which can use `message`, `params` and
    /// `answer(result)`.
    static func python(_ body: String) -> String {
        """
        #!/usr/bin/env python3
        import json, os, sys
        def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
        for line in sys.stdin:
            message = json.loads(line)
            method, params = message.get("method"), message.get("params", {})
            def answer(result): send(id=message["id"], result=result)
            if method == "initialize": answer({"protocol": 1})
            elif method == "shutdown": answer({})
            elif "id" in message:
        \(body.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
        """
    }
}

extension Device {
    /// Installs and enables a plugin.
    func install(_ plugin: PluginFolder, sourceLocation: SourceLocation = #_sourceLocation) throws {
        // Trying the sandbox has a time limit, which a busy machine may exceed.
        var outcome = try run("plugin", "install", plugin.path, "--yes")
        for _ in 0..<3 where outcome.status == 69 { outcome = try run("plugin", "install", plugin.path, "--yes") }
        outcome.expect(sourceLocation: sourceLocation)
    }

    /// The titles of all tasks.
    func titles() throws -> [String] {
        try run("list", "--all", "--json").objects().compactMap { $0["title"] as? String }
    }
}
