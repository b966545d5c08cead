// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@Suite("Watching for reminders", .waits, .serialized)
struct RemindWatchTests {
    let family: Family
    /// A device with the real clock.
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device.with(["HOMETASK_NOW": ""])
        try phone.run("remind").expectQuietly(.empty)
    }

    /// Adds a task due the given number of seconds after the start of the current second.
    ///
    /// - Returns: its due date.
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

    /// Waits for the end of a round, by which the shown reminders are recorded.
    private func awaitRound(of program: RunningProgram) {
        #expect(Waiting.until(within: 120) { !program.holds("reminders-lock") })
    }

    private func end(_ program: RunningProgram) throws -> Outcome {
        awaitRound(of: program)
        program.signal(SIGKILL)
        return try program.finish()
    }

    /// Starts a watch whose first round, which shows one task, ends before another task is due. Retries with more time
    /// on a slow machine.
    ///
    /// - Parameter prepare: also runs before the task is due.
    /// - Returns: the watch, and the task's due date.
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

    @Test("Reminders that fall due during the watch are shown, including those of tasks added meanwhile")
    func falling() throws {
        let (program, due) = try watch(before: "Early")
        while true {
            let shown = program.shown
            // The clock is read after the output, so the output is from before this time.
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

    @Test("A reminder due while the machine slept is shown on waking")
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

    @Test("Changes made by the watch reach after-commit hooks while it runs")
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
