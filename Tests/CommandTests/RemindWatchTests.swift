// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Watching for reminders", .waits, .serialized)
struct RemindWatchTests {
    let family: Family
    /// A device that goes by the real clock.
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device.with(["HOMETASK_NOW": ""])
        try phone.run("remind").expectQuietly(.empty)
    }

    private func add(_ title: String, inSeconds seconds: Double) throws {
        let due = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: seconds))
        try phone.run("add", title, "due:\(due)").expect()
    }

    private func waitFor(_ text: String, _ program: RunningProgram, seconds: Int = 40) {
        for _ in 0..<(seconds * 20) {
            if program.shown.contains(text) { return }
            usleep(50_000)
        }
        Issue.record("‘\(text)’ was not shown, but:\n\(program.shown)")
    }

    private func end(_ program: RunningProgram) throws -> Outcome {
        program.signal(SIGKILL)
        return try program.finish()
    }

    @Test("What falls due while it watches is shown then, and what others add meanwhile too")
    func falling() throws {
        try add("Early", inSeconds: 3)
        let program = try phone.start(["remind", "--watch"])
        usleep(500_000)
        #expect(program.shown.isEmpty)
        waitFor("● Early", program)
        try add("Sudden", inSeconds: 1)
        waitFor("● Sudden", program)
        let shown = try end(program).stdout
        #expect(shown.components(separatedBy: "● ").count == 3)
        try phone.run("remind").expectQuietly(.empty)
    }

    @Test("A machine that slept over it shows it once it wakes")
    func sleeping() throws {
        try add("Slept over", inSeconds: 2)
        let program = try phone.start(["remind", "--watch"])
        usleep(700_000)
        program.signal(SIGSTOP)
        sleep(3)
        #expect(program.shown.isEmpty)
        program.signal(SIGCONT)
        waitFor("● Slept over", program)
        _ = try end(program)
        try phone.run("remind").expectQuietly(.empty)
    }

    @Test("What it writes is told to the plugins that follow changes while it goes on")
    func hooks() throws {
        try phone.run("remind", "channel", "add", "terminal", "--device", "phone").expect()
        let program = PluginFolder.python("print(\"told\", file=sys.stderr)\nanswer({})")
        try phone.install(
            try PluginFolder(
                "follows", in: family.root.path, program: program, offers: #"{"hooks":[{"event":"after-commit"}]}"#,
                needs: #"{"read":["device"]}"#))
        try phone.run("config", "set", "hook-limit", "60000").expect()
        let watch = try phone.start(["remind", "--watch"])
        try add("Bins", inSeconds: 0)
        waitFor("● Bins", watch)
        var log = ""
        for _ in 0..<200 where !log.contains("told") {
            usleep(50_000)
            log = try phone.run("plugin", "logs", "follows").stdout
        }
        #expect(log.contains("told"), "\(log)")
        _ = try end(watch)
    }
}
