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

    /// Adds a task that falls due so many seconds after the beginning of this one.
    ///
    /// - Returns: when it falls due.
    @discardableResult
    private func add(_ title: String, inSeconds seconds: Double) throws -> Date {
        let due = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down) + seconds)
        try phone.run("add", title, "due:\(ISO8601DateFormatter().string(from: due))").expect()
        return due
    }

    private func waitFor(_ text: String, _ program: RunningProgram) {
        if Waiting.until(within: 120, pausing: 50_000, condition: { program.shown.contains(text) }) { return }
        Issue.record("‘\(text)’ was not shown, but:\n\(program.shown)")
    }

    /// Waits until a round is over: what was shown in it has been recorded then.
    private func awaitRound(of program: RunningProgram) {
        #expect(Waiting.until(within: 120) { !program.holds("reminders-lock") })
    }

    private func end(_ program: RunningProgram) throws -> Outcome {
        awaitRound(of: program)
        program.signal(SIGKILL)
        return try program.finish()
    }

    /// Starts a watch whose first round, which shows one task, is over before another task falls due. A machine that is
    /// too slow for that gets more time.
    ///
    /// - Parameter prepare: what is to be done before the task falls due, too.
    /// - Returns: the watch, and when the task falls due.
    private func watch(
        before title: String, prepare: (RunningProgram) -> Void = { _ in }
    ) throws -> (program: RunningProgram, due: Date) {
        for seconds in [3.0, 15, 60] {
            try add("Begun in time for \(seconds)", inSeconds: 0)
            let due = try add("\(title) \(seconds)", inSeconds: seconds)
            let program = try phone.start(["remind", "--watch"])
            waitFor("● Begun in time for \(seconds)", program)
            awaitRound(of: program)
            prepare(program)
            if Date() < due { return (program, due) }
            program.signal(SIGCONT)
            _ = try end(program)
            try phone.run("remind").expect()
        }
        throw POSIXError(.ETIMEDOUT)
    }

    @Test("What falls due while it watches is shown then, and what others add meanwhile too")
    func falling() throws {
        let (program, due) = try watch(before: "Early")
        while true {
            let shown = program.shown
            // The clock is read after that: what it had shown, it had shown by now.
            if Date() >= due { break }
            #expect(!shown.contains("● Early"))
            usleep(50_000)
        }
        waitFor("● Early", program)
        try add("Sudden", inSeconds: 1)
        waitFor("● Sudden", program)
        let shown = try end(program).stdout
        #expect(shown.components(separatedBy: "● ").count == 4)
        try phone.run("remind").expectQuietly(.empty)
    }

    @Test("A machine that slept over it shows it once it wakes")
    func sleeping() throws {
        let (program, due) = try watch(before: "Slept over") { program in
            program.signal(SIGSTOP)
            #expect(Waiting.until(within: 120) { program.isStopped })
        }
        while Date() < due { usleep(50_000) }
        #expect(!program.shown.contains("● Slept over"))
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
        let isTold = try Waiting.until(within: 120, pausing: 50_000) {
            log = try phone.run("plugin", "logs", "follows").stdout
            return log.contains("told")
        }
        #expect(isTold, "\(log)")
        _ = try end(watch)
    }
}
