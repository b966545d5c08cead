// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Faulty plugins", .waits)
struct PluginFaultTests {
    /// A plugin fault, and the expected message.
    struct Fault: CustomTestStringConvertible {
        let name: String
        let status: Int32
        let words: String
        var testDescription: String { name }
    }

    static let faults: [Fault] = [
        Fault(name: "flood-line", status: 76, words: "wrote a line of more than 8 MiB"),
        Fault(name: "stray", status: 76, words: "is not a message (not JSON"),
        Fault(name: "bare", status: 76, words: "that is not a message (JSON, but not an object): 42"),
        Fault(
            name: "flood-log", status: 76, words: "sent log lines and unknown notifications more than 10000 times"
        ),
        Fault(
            name: "flood-unknown", status: 76,
            words: "sent log lines and unknown notifications more than 10000 times"),
        Fault(name: "flood-errors", status: 76, words: "wrote more than 16 MiB to standard error"),
        Fault(name: "crash", status: 76, words: "before it answered"),
        Fault(name: "exit", status: 76, words: "exited with the code 3 before it answered"),
        Fault(
            name: "traceback", status: 76,
            words: "exited with the code 1 before it answered: ZeroDivisionError: division by zero"),
        Fault(name: "garbage", status: 76, words: "answered ‘command/run’ with"),
        Fault(name: "deep", status: 76, words: "before it answered|not a message|sent nothing"),
        Fault(name: "wrong-id", status: 76, words: "answered 4711, for which there was no request"),
        Fault(name: "wrong-version", status: 76, words: "chose version 99 of the protocol"),
        Fault(name: "half", status: 76, words: "exited with the code 1 before it answered"),
        Fault(name: "internal", status: 76, words: "failed: division by zero"),
        Fault(name: "forbidden-write", status: 76, words: "was not granted"),
        Fault(name: "forbidden-read", status: 76, words: "was not granted|were not granted"),
        Fault(name: "invalid-change", status: 76, words: "proposed an invalid change: the task's title"),
        Fault(name: "unknown-field", status: 76, words: "have no field ‘loudness’"),
        Fault(name: "refuses", status: 65, words: "not today"),
    ]

    @Test("A fault names the plugin and changes nothing", arguments: faults)
    func named(fault: Fault) throws {
        let family = try Family()
        try family.device.install(try PluginFolder(broken: fault.name, in: family.root.path))
        try family.device.expectUnchanged {
            // On a busy machine a plugin may exceed its five seconds of silence before it shows its fault.
            var outcome = try family.device.run("work")
            for _ in 0..<2 where fault.status == 76 && outcome.stderr.contains("sent nothing for") {
                outcome = try family.device.run("work")
            }
            outcome.expect(status: fault.status)
            #expect(outcome.stderr.contains("the plugin ‘broken-\(fault.name)’"), "\(outcome)")
            let words = fault.words.split(separator: "|")
            #expect(words.contains { outcome.stderr.contains($0) }, "\(outcome)")
            #expect(outcome.stderr.contains("hint: "), "\(outcome)")
        }
    }

    @Test(
        "A fault alongside a valid answer is reported, and the answer is used",
        arguments: [
            ("twice", "answered one request twice"),
            ("ignore-termination", "did not end when asked to, and was killed"),
        ])
    func warned(fault: String, words: String) throws {
        let family = try Family()
        try family.device.install(try PluginFolder(broken: fault, in: family.root.path))
        try family.device.run("work").expect(stderr: .contains(words))
    }

    @Test("Processes that a plugin leaves behind are killed, also in other sessions", arguments: [true, false])
    func leftProcesses(isSandboxed: Bool) throws {
        let family = try Family()
        let needs = #"{"read":[],"write":[],"programs":\#(!isSandboxed)}"#
        let plugin = try PluginFolder(
            "forks", in: family.root.path, program: try PluginFolder.source("CommandTests/Support/broken_plugin.py"),
            arguments: ["fork"], offers: PluginFolder.command, needs: needs)
        try family.device.install(plugin)
        _ = try family.device.run("work")
        let paths = [plugin.path, "\(family.device.home)/.local/share/hometask/plugins/forks"]
        func left() throws -> [String] {
            try paths.flatMap { path in
                try RunningProgram(
                    "pgrep", ["-f", path], environment: family.device.environment, folder: family.root.path, input: ""
                ).finish().lines
            }
        }
        // The kernel kills the processes of a sandbox asynchronously; without a sandbox they end before the command
        // does.
        if isSandboxed { _ = try Waiting.until(within: 30) { try left().isEmpty } }
        #expect(try left() == [])
    }

    @Test("A hanging plugin is killed; a slow start counts as hanging")
    func hanging() throws {
        let family = try Family()
        let offers = #"{"hooks":[{"event":"before-commit"}]}"#
        for fault in ["hang", "slow-start"] {
            try family.device.install(try PluginFolder(broken: fault, in: family.root.path, offers: offers))
        }
        try family.device.run("config", "set", "hook-limit", "300").expect()
        let outcome = try family.device.run("add", "Bins").expect(stdout: .contains("Added 1: Bins"))
        #expect(outcome.stderr.contains("the plugin ‘broken-hang’ sent nothing for"), "\(outcome)")
        #expect(outcome.stderr.contains("the plugin ‘broken-slow-start’ was not asked"), "\(outcome)")
        #expect(try family.device.titles() == ["Bins"])
    }

    @Test("After three consecutive failures a plugin is suspended until it is enabled again")
    func setAside() throws {
        let family = try Family()
        let device = family.device
        try device.install(try PluginFolder(broken: "exit", in: family.root.path))
        for _ in 1...2 { try device.run("work").expect(status: 76, stderr: .contains("after 3 failures in a row")) }
        try device.run("work").expect(status: 76, stderr: .contains("It is suspended now"))
        try device.run("work").expect(status: 77, stderr: .contains("failed 3 times in a row and was suspended"))
        try device.run("plugin", "list").expect(stdout: .contains("suspended"))
        try device.run("plugin", "logs", "broken-exit").expect(stdout: .contains("exited with the code 3"))
        try device.run("plugin", "enable", "broken-exit", "--yes").expect()
        try device.run("work").expect(status: 76, stderr: .contains("after 3 failures in a row"))
    }

    @Test("A success resets the count of failures; an error reported by the plugin is not a failure")
    func failuresInARow() throws {
        let family = try Family()
        let device = family.device
        try device.install(try PluginFolder(broken: "refuses", in: family.root.path))
        for _ in 1...5 { try device.run("work").expect(status: 65, stderr: .contains("hint: Try tomorrow.")) }
        let program = PluginFolder.python(
            """
            path = os.path.join(os.getcwd(), "runs")
            runs = os.path.getsize(path) if os.path.exists(path) else 0
            open(path, "a").write("x")
            if runs % 3 == 2: answer({})
            else: os._exit(1)
            """)
        try device.run("plugin", "disable", "broken-refuses").expect()
        try device.install(
            try PluginFolder("now-and-then", in: family.root.path, program: program, offers: PluginFolder.command))
        let statuses = try (1...9).map { _ in try device.run("work").status }
        #expect(statuses == [76, 76, 0, 76, 76, 0, 76, 76, 0])
    }

    @Test("Escape sequences in a plugin's output do not reach the terminal")
    func escapes() throws {
        let family = try Family()
        try family.device.install(try PluginFolder(broken: "escape", in: family.root.path))
        let terminal = try Terminal(family.device, "work")
        _ = terminal.finish()
        let text = terminal.shown
        #expect(text.contains("plain"), "\(text)")
        #expect(!text.contains("\u{1B}]0;"), "\(text)")
    }
}
