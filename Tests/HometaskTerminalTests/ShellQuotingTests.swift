// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskTerminal
import Testing

@Suite struct ShellQuotingTests {
    @Test("Plain words are not quoted, and others are")
    func quoting() {
        #expect(ShellQuoting.quoted("--due=2026-01-01") == "--due=2026-01-01")
        #expect(ShellQuoting.quoted("").count == 2)
        #expect(ShellQuoting.quoted("Zoë's") == #"'Zoë'\''s'"#)
        #expect(ShellQuoting.quoted("=ls") == "'=ls'")
        #expect(ShellQuoting.quoted("~") == "'~'")
    }

    @Test("A command is quoted unless it contains quotes")
    func commands() {
        #expect(ShellQuoting.quotedCommand("hometask sync") == "'hometask sync'")
        #expect(ShellQuoting.quotedCommand("hometask show '#1a2b'") == "hometask show '#1a2b'")
    }

    @Test("A quoted word round-trips through a shell")
    func shellReadsBack() throws {
        let words = [
            "a b", "it's", "$HOME `id` $(id)", "\\", "\"", "*?[a]", "#1", "!x", "a\nb", "日本 🥛", "''", "~root",
            "-n;&|<>",
        ]
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "printf '%s\\0' " + words.map(ShellQuoting.quoted).joined(separator: " ")]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) } == words)
    }
}
