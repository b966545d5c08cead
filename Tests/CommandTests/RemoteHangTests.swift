// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Unresponsive remotes, interrupts and timeouts.
@Suite("Unresponsive remotes", .waits)
struct RemoteHangTests {
    private let family: Family
    private var phone: Device { family.device }
    private var pidFile: String { family.root.path + "/pid" }

    /// A family whose remote is behind a silent ssh that ignores the end of its input.
    init() throws {
        family = try Family()
        try phone.run("remote", "add", "origin", "ssh://host/hub.git").expect()
    }

    private func silent(_ device: Device) throws -> Device {
        let script = family.root.path + "/ssh"
        // Written by another process: a descriptor open for writing here would be inherited by programs that other
        // tests start at the same moment, and the script could not run ("Text file busy").
        try RunningProgram(
            "sh", ["-c", "cat > '\(script)' && chmod 755 '\(script)'"], environment: device.environment,
            folder: device.home, input: "#!/bin/sh\necho $$ > \(pidFile)\nexec sleep 1000\n"
        ).finish().expect()
        return device.with(["GIT_SSH_COMMAND": script])
    }

    /// The process id of the command's ssh, once it runs.
    private func ssh(of run: RunningProgram?) throws -> pid_t {
        for _ in 0..<24_000 {
            if let text = try? String(contentsOfFile: pidFile, encoding: .utf8), text.hasSuffix("\n") {
                return try #require(pid_t(text.dropLast()))
            }
            usleep(5000)
        }
        run?.signal(SIGKILL)
        let outcome = try run?.finish()
        Issue.record("the command started no ssh; it said: \(outcome?.stderr ?? "")")
        throw POSIXError(.ETIMEDOUT)
    }

    /// Waits until a process has ended, for at most two minutes.
    private func hasEnded(_ process: pid_t) -> Bool {
        for _ in 0..<24_000 {
            let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            if text?.contains(") Z ") ?? true { return true }
            usleep(5000)
        }
        return false
    }

    @Test(
        "A signal ends git and ssh with the command, which exits with the signal's code",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 143)], ["sync", "push", "pull"])
    func signals(signal: (number: Int32, code: Int), command: String) throws {
        let run = try silent(phone).start([command])
        let ssh = try ssh(of: run)
        run.signal(signal.number)
        try run.finish().expect(status: Int32(signal.code), stdout: .empty, stderr: "was interrupted")
        // The process must have ended by the end of the command, not later.
        let text = try? String(contentsOfFile: "/proc/\(ssh)/stat", encoding: .utf8)
        #expect(text?.contains(") Z ") ?? true)
        try phone.run("status").expect()
    }

    @Test("A signal during the first of two remotes ends the command, and nothing is sent to the second")
    func firstOfTwo() throws {
        try phone.git("init", "--quiet", "--bare", family.hubPath).expect()
        try phone.run("remote", "add", "second", family.hubPath).expect()
        let run = try silent(phone).start(["sync", "--all"])
        let ssh = try ssh(of: run)
        run.signal(SIGINT)
        try run.finish().expect(status: 130, stdout: .empty, stderr: "was interrupted")
        #expect(hasEnded(ssh))
        try phone.git("--git-dir", family.hubPath, "for-each-ref").expect(stdout: .empty)
        try phone.run("sync", "second").expect(stdout: "Sent")
    }

    @Test("An interrupted join leaves no folder")
    func join() throws {
        let laptop = try silent(Device("laptop", in: family.root))
        let run = try laptop.start(["join", "ssh://host/hub.git", laptop.folder, "--as", "Ben"])
        let ssh = try ssh(of: run)
        run.signal(SIGINT)
        try run.finish().expect(status: 130, stdout: .empty, stderr: "was interrupted")
        #expect(hasEnded(ssh))
        #expect(!FileManager.default.fileExists(atPath: laptop.folder))
    }

    @Test("A join succeeds even if standard output has no reader")
    func unreadJoin() throws {
        let family = try Family()
        try family.hub()
        let laptop = try Device("laptop", in: family.root)
        try laptop.runUnread("join", family.hubPath, laptop.folder, "--as", "Ben").expectQuietly()
        try laptop.run("me").expect(stdout: "Ben")
    }

    @Test("Killing a command kills its git and ssh")
    func killed() throws {
        // Before the first fetch from a new remote, its branches are listed.
        try phone.git("init", "--quiet", "--bare", family.hubPath).expect()
        let near = family.root.path + "/near"
        try ProgramFile.write("#!/bin/sh\nfor last; do :; done\nexec ${last%% *} '\(family.hubPath)'\n", to: near)
        try phone.with(["GIT_SSH_COMMAND": near]).run("sync").expect()
        let run = try silent(phone).start(["sync"])
        let ssh = try ssh(of: run)
        run.signal(SIGKILL)
        try run.finish().expect(status: -SIGKILL)
        #expect(hasEnded(ssh))
        // The killed fetch leaves objects behind, which the next one removes.
        let objects = phone.folder + "/.git/objects"
        func left() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: objects).filter { $0.contains("incoming") }
        }
        let folder = try #require(try left().first)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: "\(objects)/\(folder)")
        try phone.with(["GIT_SSH_COMMAND": "false"]).run("sync").expect(status: 69)
        #expect(try left().isEmpty)
        try phone.git("fsck", "--strict").expect()
    }

    @Test("An unresponsive remote times out after --timeout, or else the setting")
    func timeout() throws {
        let device = try silent(phone)
        for words in [["sync", "--timeout", "1"], ["push", "--timeout", "1"], ["pull", "--timeout", "1"]] {
            try device.run(words).expect(
                status: 69, stdout: .empty, stderr: ["stopped responding", "no data came for a second", "--timeout"])
        }
        try device.run("config", "set", "timeout", "2").expect()
        try device.run("sync").expect(status: 69, stderr: "no data came for 2 seconds")
        let laptop = try silent(Device("laptop", in: family.root))
        try laptop.run("join", "ssh://host/hub.git", laptop.folder, "--as", "Ben", "--timeout", "1")
            .expect(status: 69, stderr: "no data came for a second")
        #expect(!FileManager.default.fileExists(atPath: laptop.folder))
    }

    @Test("The timeout is suspended while ssh prompts for a password")
    func asking() throws {
        let script = family.root.path + "/ssh"
        let lines = [
            "#!/bin/sh", "printf 'Passphrase: ' > /dev/tty", "read -r answer < /dev/tty",
            "echo \"mia@host: Permission denied ($answer).\" >&2", "exit 255",
        ]
        try ProgramFile.write(lines.joined(separator: "\n"), to: script)
        let terminal = try Terminal(phone.with(["GIT_SSH_COMMAND": script]), "sync", "--timeout", "1")
        try terminal.waitFor("Passphrase: ")
        sleep(2)
        terminal.type("guess\n")
        terminal.finish().expect(status: 77, stdout: "Permission denied (guess)")
    }

    @Test("Ctrl-C at a terminal ends the command, git and ssh")
    func keyboard() throws {
        let terminal = try Terminal(silent(phone), "sync")
        let ssh = try ssh(of: nil)
        terminal.type("\u{3}")
        terminal.finish().expect(status: 130, stdout: "hint: Try again: it continues from here.")
        #expect(hasEnded(ssh))
    }

    @Test("An invalid timeout is refused", arguments: ["soon", "-1", "86401"])
    func wrongTimes(_ time: String) throws {
        try phone.expectRefusal(WrongUse("sync", "--timeout", time, status: 64, message: "--timeout", hint: nil))
        try phone.expectRefusal(
            WrongUse("config", "set", "timeout", "--", time, status: 64, message: "timeout", hint: "0 for no limit"))
    }

    @Test("A decompression bomb is refused as damaged data, and later commands work")
    func bomb() throws {
        let server = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Support/pack_server.py"
        let device = phone.with(["GIT_SSH_COMMAND": "python3 '\(server)' bomb"])
        try device.expectRefusal(WrongUse("sync", status: 65, message: "is too large", hint: "1 GiB"))
        let objects = try FileManager.default.contentsOfDirectory(atPath: phone.folder + "/.git/objects")
        #expect(!objects.contains { $0.contains("incoming") })
        try phone.run("add", "Bins").expect()
        try phone.run("doctor").expect()
    }
}
