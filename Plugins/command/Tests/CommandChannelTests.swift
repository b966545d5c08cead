// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlugin
import PluginCommand
import TestSupport
import Testing

@Suite("Reminders through a custom program")
struct CommandChannelTests {
    private let folder: TemporaryFolder
    private let message: JSONObject = [
        "id": "6d1b7a1e-0000-4000-8000-000000000001", "title": "Bins; $(touch evil) \"out\"",
        "body": "The green one\nToo",
        "task": "6d1b7a1e-0000-4000-8000-000000000002", "due": "2026-11-21T17:00:00Z",
    ]

    init() throws { folder = try TemporaryFolder() }

    /// A trial whose program is a shell script.
    private func trial(_ script: String) throws -> PluginTrial {
        let path = folder.path + "/program"
        try ProgramFile.write("#!/bin/sh\ncd \(folder.path)\n\(script)\n", to: path)
        let trial = PluginTrial(CommandChannelPlugin())
        trial.settings = ["program": .string(path)]
        return trial
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
    }

    @Test("The program gets the message as JSON on standard input, and its texts in variables")
    func told() throws {
        let trial = try trial(
            #"cat >in; printf '%s' "$HOMETASK_TITLE" >title; printf '%s' "$HOMETASK_BODY" >body; env >env"#)
        _ = try trial.deliver("command", to: "--help; rm -rf /", message: message)
        var expected = message
        expected["address"] = "--help; rm -rf /"
        #expect(try JSON.parse(read("in")) == .object(expected))
        #expect(try read("title") == "Bins; $(touch evil) \"out\"" && read("body") == "The green one\nToo")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/evil"))
        #expect(try read("env").split(separator: "\n").contains("HOME=\(NSHomeDirectoryForUser(NSUserName()) ?? "")"))
    }

    @Test("A text with a NUL, or too long for a variable, is complete on standard input")
    func large() throws {
        let trial = try trial(
            #"cat >in; printf '%s' "$HOMETASK_BODY" | wc -c >size; printf '%s' "$HOMETASK_TITLE" >title"#)
        let body = String(repeating: "ü", count: 400_000)
        _ = try trial.deliver("command", to: nil, message: ["id": "1", "title": "a\u{0}b", "body": .string(body)])
        #expect(try JSON.parse(read("in")) == ["id": "1", "title": "a\u{0}b", "body": .string(body)])
        #expect(
            try read("title") == "ab" && Int(read("size").trimmingCharacters(in: .whitespacesAndNewlines)) == 32 << 10)
    }

    @Test("A program that does not read its input still succeeds")
    func deaf() throws {
        let body = String(repeating: "x", count: 1 << 20)
        let trial = try trial("exit 0")
        let isRaised = try PipeSignal.isRaised {
            _ = try trial.deliver("command", to: nil, message: ["id": "1", "title": "x", "body": .string(body)])
        }
        #expect(!isRaised)
    }

    @Test("A failing program is reported with its exit code and last line")
    func failed() throws {
        let trial = try trial(#"echo first >&2; printf 'no \033[31mbells\n\n' >&2; exit 3"#)
        let error = try #require(throws: RPCError.self) { try trial.deliver("command", to: nil, message: message) }
        #expect(error.kind == .unavailable)
        #expect(error.message == "\(folder.path)/program exited with the code 3: no [31mbells")
        let killed = try #require(throws: RPCError.self) {
            try self.trial("kill -9 $$").deliver("command", to: nil, message: message)
        }
        #expect(killed.message.hasSuffix("was ended by the signal 9"))
    }

    @Test(
        "A missing program, or one without an absolute path, is refused", arguments: ["/none/here", "ls", ""])
    func missing(path: String) throws {
        let trial = PluginTrial(CommandChannelPlugin())
        trial.settings = ["program": .string(path)]
        let error = try #require(throws: RPCError.self) {
            try trial.deliver("command", to: "/bin/true", message: message)
        }
        #expect(error.kind == .refused && error.hint?.contains("plugin config command program") == true)
    }

    @Test("The manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(CommandChannelPlugin.manifest)
        #expect(manifest.offers.channels.map(\.name) == ["command"] && manifest.needs.programs)
    }
}
