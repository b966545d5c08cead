// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@Suite("Plugin decisions, settings and processes", .waits)
struct PluginUpkeepTests {
    private func plugin(in family: Family, body: String = "answer({})") throws -> PluginFolder {
        try PluginFolder(
            "worker", in: family.root.path, program: PluginFolder.python(body), offers: PluginFolder.command)
    }

    private func decisions(_ device: Device) throws -> String {
        try String(contentsOfFile: "\(device.home)/.config/hometask/plugins.json", encoding: .utf8)
    }

    @Test("Touched files with the same content are hashed once, not at every start")
    func touched() throws {
        let family = try Family()
        let device = family.device
        try device.install(try plugin(in: family))
        let program = "\(device.home)/.local/share/hometask/plugins/worker/plugin.py"
        let before = try decisions(device)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: program)
        try device.run("work").expect()
        let after = try decisions(device)
        #expect(after != before, "the new stamps are kept")
        try device.run("work").expect()
        #expect(try decisions(device) == after)
        // A changed byte makes it a different plugin, whatever the file's timestamps.
        try (try String(contentsOfFile: program, encoding: .utf8) + "\n")
            .write(toFile: program, atomically: false, encoding: .utf8)
        try device.run("work").expect(status: 77, stderr: "has changed since it was enabled")
        #expect(try decisions(device) == after)
    }

    @Test("A plugin runs even if the new timestamps cannot be stored", arguments: ["folder", "lock"])
    func unkept(reason: String) throws {
        let family = try Family()
        let device = family.device
        try device.install(try plugin(in: family))
        let before = try decisions(device)
        let program = "\(device.home)/.local/share/hometask/plugins/worker/plugin.py"
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: program)
        let settings = "\(device.home)/.config/hometask"
        let holder = HeldFile(settings + "/plugins.json.lock")
        defer { withExtendedLifetime(holder) {} }
        if reason == "lock" {
            #expect(flock(holder.descriptor, LOCK_EX) == 0)
            try device.run("work").expect()
        } else {
            // Root can write to any folder, so the lock's path is taken by a folder instead.
            try FileManager.default.removeItem(atPath: settings + "/plugins.json.lock")
            try FileManager.default.createDirectory(
                atPath: settings + "/plugins.json.lock", withIntermediateDirectories: true)
            try device.run("work").expectQuietly()
        }
        #expect(try decisions(device) == before)
    }

    @Test("Concurrent settings are all kept")
    func together() throws {
        let family = try Family()
        let device = family.device
        try device.install(try plugin(in: family))
        for round in 1...3 {
            let running = try (1...12).map { number in
                try device.start(["plugin", "config", "worker", "setting-\(number)", "\(round)"])
            }
            for program in running { try program.finish().expect() }
            let settings = try device.run("plugin", "config", "worker", "--json").object() as? [String: String]
            #expect(settings == Dictionary(uniqueKeysWithValues: (1...12).map { ("setting-\($0)", "\(round)") }))
        }
    }

    @Test("A plugin whose folder is gone can be disabled and removed")
    func vanished() throws {
        let family = try Family()
        let device = family.device
        try device.install(try plugin(in: family))
        try FileManager.default.removeItem(atPath: "\(device.home)/.local/share/hometask/plugins/worker")
        try device.run("plugin", "list").expect(stdout: ["worker", "broken"])
        try device.run("work").expect(status: 77)
        try device.run("plugin", "disable", "worker").expect(stdout: "Disabled worker.")
        try device.run("work").expect(status: 64)
        try device.run("plugin", "remove", "worker").expect(stdout: "Removed worker.")
        try device.run("plugin", "list").expect(stdout: .lacks("worker"))
    }

    @Test("An export to - is written to standard output")
    func dash() throws {
        let family = try Family()
        try family.device.run("add", "Bins").expect()
        try family.device.run("export", "csv", "-o", "-").expectQuietly("Bins")
        try family.device.run("export", "csv", "--output", "-").expectQuietly("Bins")
        try family.device.expectClean()
    }

    @Test("Hooks receive a change even if standard output has no reader")
    func closedPipe() throws {
        let family = try Family()
        let device = family.device
        try device.run("config", "set", "hook-limit", "60000").expect()
        let body = "print(params['changes'][0]['after']['title'], file=sys.stderr)\nanswer({})"
        try device.install(
            try PluginFolder(
                "hears", in: family.root.path, program: PluginFolder.python(body),
                offers: #"{"hooks":[{"event":"after-commit"}]}"#))
        try device.runUnread("add", "Bins").expect(stderr: .empty)
        try device.run("plugin", "logs", "hears").expect(stdout: "Bins")
    }

    @Test(
        "A plugin without a sandbox is killed with hometask, whatever the signal",
        arguments: [SIGINT, SIGTERM, SIGKILL])
    func interrupted(signal: Int32) throws {
        let family = try Family()
        let device = family.device
        let body = """
            import signal, time
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
            open("process.new", "w").write(str(os.getpid()))
            os.rename("process.new", "process")
            while True: time.sleep(1)
            """
        try device.install(
            try PluginFolder(
                "worker", in: family.root.path, program: PluginFolder.python(body), offers: PluginFolder.command,
                needs: #"{"programs":true}"#))
        let running = try device.start(["work"])
        let note = "\(device.home)/.local/state/hometask/plugins/worker/data/process"
        #expect(Waiting.until(within: 120) { FileManager.default.fileExists(atPath: note) })
        let process = try #require(Int32(try String(contentsOfFile: note, encoding: .utf8)))
        #expect(isRunning(process))
        running.signal(signal)
        #expect(try running.finish().status == -signal)
        #expect(Waiting.until(within: 120) { !isRunning(process) }, "it has ended")
    }

    /// Whether a process runs; a zombie does not count.
    private func isRunning(_ process: Int32) -> Bool {
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return line.split(separator: ")").last?.hasPrefix(" Z") == false
    }
}
