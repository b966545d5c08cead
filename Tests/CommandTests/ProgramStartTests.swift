// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Arguments and standard streams of the program")
struct ProgramStartTests {
    private let family: Family
    private var phone: Device { family.device }

    init() throws {
        family = try Family(members: ["Mia"])
    }

    /// Runs a shell command line in which `$0` is the program.
    private func shell(_ line: String) throws -> Outcome {
        try RunningProgram(
            "sh", ["-c", line, Program.path], environment: phone.environment, folder: phone.folder, input: ""
        ).finish()
    }

    @Test("A closed standard stream stays closed: its descriptor is not reused by an opened file")
    func closed() throws {
        try phone.run("add", "Feed the cat").expect()
        try shell("\"$0\" add --stdin <&-").expect(status: 74, stderr: .contains("cannot read standard input"))
        try shell("\"$0\" list >&-").expect(status: 74, stderr: .contains("standard output"))
        try shell("\"$0\" add Water the roses 2>&-").expect(stdout: .contains("Water the roses"))
        try shell("\"$0\" add Buy milk <&- >&- 2>&-").expect(status: 74)
        try phone.run("list", "--json").expectQuietly(["Feed the cat", "Water the roses", "Buy milk"])
        try phone.expectClean()
    }

    @Test("An argument that is not UTF-8 is refused rather than stored altered")
    func words() throws {
        let result = try shell("\"$0\" add \"$(printf 'caf\\351')\"")
        result.expect(status: 64, stderr: ["error: ‘caf", "’ is not text in UTF-8", "hint: Nothing was changed."])
        try phone.run("list", "--json").expectQuietly(.lacks("caf"))
        try phone.run("add", "café ☕️ 日本").expectQuietly(.contains("café ☕️ 日本"))
    }

    @Test("In standard input lines, quotes enclose a value of several words; other quotes are kept")
    func lines() throws {
        let lines = """
            Bins every:"2 weeks on tue, fri" due:"next tue"
            Say "hello" to Ben
            A 5" pipe
            Half "open
            """
        let added = try phone.run(["add", "--stdin", "--json"], input: lines).expectQuietly().objects()
        #expect(
            added.compactMap { $0["title"] as? String } == [
                "Bins", "Say \"hello\" to Ben", "A 5\" pipe", "Half \"open",
            ])
        #expect(added.first?["repeat"] as? String == "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR")
    }

    @Test("In 80 columns, a long overdue task shows its delay instead of its date")
    func overdue() throws {
        try phone.run("add", "Feed the cat", "due:2026-11-01").expect()
        let narrow = try Terminal(phone, "list", rows: 24).finish()
        narrow.expect(stdout: .all([.contains("2 weeks ago"), .lacks("1 Nov")]))
        try phone.run("show", "cat").expectQuietly(.contains("1 Nov, 2 weeks ago"))
    }
}
