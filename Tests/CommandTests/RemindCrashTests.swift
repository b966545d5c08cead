// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@Suite("Interrupted reminder runs", .waits, .serialized)
struct RemindCrashTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
        try phone.run("remind").expectQuietly(.empty)
    }

    private var later: Device { phone.at("2026-11-21T17:00:00Z") }

    /// A named pipe with a capacity of one page, partly filled.
    private func pipe(filledWith count: Int) throws -> (path: String, file: Int32) {
        let path = family.root.path + "/pipe-\(UUID().uuidString)"
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
        let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let setPipeSize: Int32 = 1031
        #expect(fcntl(file, setPipeSize, 4096) == 4096)
        let filling = [UInt8](repeating: 0x78, count: count)
        #expect(write(file, filling, count) == count)
        return (path: path, file: file)
    }

    private func read(_ file: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = HometaskPlatform.read(file, &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    private func size(of path: String) -> Int {
        var found = stat()
        return stat(path, &found) == 0 ? Int(found.st_size) : 0
    }

    /// Starts `remind` with its output redirected to a file or pipe.
    private func start(into path: String) throws -> RunningProgram {
        try RunningProgram(
            "sh", ["-c", "exec '\(Program.path)' remind >> '\(path)'"], environment: later.environment,
            folder: phone.folder, input: "")
    }

    private func waitUntil(_ condition: () throws -> Bool) rethrows {
        #expect(try Waiting.until(within: 120, condition: condition))
    }

    /// Waits until a program is waiting for the senders' lock. A waiting program retries five hundred times a second,
    /// pausing each time; otherwise a run hardly pauses.
    private func awaitWaiting(_ program: RunningProgram) {
        waitUntil { program.holds("reminders-lock") }
        let before = program.pauses
        waitUntil { program.pauses >= before + 50 }
    }

    @Test("After a kill while sending the second of two messages, the next run sends only that one")
    func betweenTwo() throws {
        for title in ["First", "Second"] { try phone.run("add", title, "due:2026-11-21 18:00").expect() }
        let first = try later.run("remind", "list", "--json").expect().objects().compactMap { $0["title"] as? String }
        // The pipe has room for little more than one message.
        let pipe = try pipe(filledWith: 4096 - 60)
        defer { close(pipe.file) }
        let program = try start(into: pipe.path)
        let ledger = "\(phone.folder)/.git/hometask/local-reminders"
        try waitUntil { try String(contentsOfFile: ledger, encoding: .utf8).contains("sent") }
        program.signal(SIGKILL)
        #expect(try program.finish().status == -SIGKILL)
        let shown = read(pipe.file)
        #expect(shown.contains("● ") && shown.components(separatedBy: "● ").count == 2)
        let rest = ["First", "Second"].filter { !shown.contains($0) }
        #expect(rest.count == 1 && Set(first) == ["First", "Second"])
        try later.run("remind").expectQuietly([
            .contains("● \(rest[0])"), .lacks("● \(rest[0] == "First" ? "Second" : "First")"),
        ])
        try later.run("remind").expectQuietly(.empty)
    }

    @Test("After a kill while sending a message, the next run sends it in full, and later runs send nothing")
    func inTheMidst() throws {
        let description = (0..<40).map { "Line \($0) \(String(repeating: "x", count: 200))" }.joined(separator: "\n")
        try phone.run("add", "Long", "due:2026-11-21 18:00", "--description", description).expect()
        let pipe = try pipe(filledWith: 0)
        defer { close(pipe.file) }
        let program = try start(into: pipe.path)
        var shown = ""
        waitUntil {
            shown += read(pipe.file)
            return shown.contains("Line 0")
        }
        program.signal(SIGKILL)
        #expect(try program.finish().status == -SIGKILL)
        #expect(!shown.contains("Line 39"))
        try later.run("remind").expectQuietly(["● Long", "Line 0", "Line 39"])
        try later.run("remind").expectQuietly(.empty)
    }

    @Test("With kills at any moment, no message is lost, and each kill causes at most one duplicate")
    func anyMoment() throws {
        var random = SeededGenerator()
        let path = family.root.path + "/shown"
        try "".write(toFile: path, atomically: false, encoding: .utf8)
        for round in 0..<(12 * SeededGenerator.runs(1)) {
            for letter in ["A", "B", "C"] {
                try phone.run("add", "Task \(round)\(letter).", "due:2026-11-21 18:00").expect()
            }
            let before = size(of: path)
            let program = try start(into: path)
            if round % 2 == 0 {
                usleep(UInt32.random(in: 0...30_000, using: &random))
            } else {
                // Right after the first byte is sent, often before sending is recorded.
                #expect(Waiting.until(within: 120, pausing: 20) { size(of: path) > before })
            }
            program.signal(SIGKILL)
            _ = try program.finish()
            let rest = try start(into: path).finish()
            #expect(rest.status == 0 && rest.stderr.isEmpty, "\(rest) \(random.note)")
            let shown = try String(contentsOfFile: path, encoding: .utf8)
            let counts = ["A", "B", "C"].map { shown.components(separatedBy: "● Task \(round)\($0).").count - 1 }
            #expect(counts.allSatisfy { $0 >= 1 }, "lost: \(counts); \(random.note)")
            #expect(counts.reduce(0, +) <= 4, "sent again: \(counts); \(random.note)")
        }
        try later.run("remind").expectQuietly(.empty)
    }

    @Test("Concurrent runs send each message once")
    func together() throws {
        for number in 1...6 { try phone.run("add", "Task \(number).", "due:2026-11-21 18:00").expect() }
        // All runs wait for the lock and try to take it as soon as it is released.
        let lock = HeldFile("\(phone.folder)/.git/hometask/reminders-lock")
        defer { withExtendedLifetime(lock) {} }
        #expect(flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0)
        let programs = try (0..<4).map { _ in try later.start(["remind"]) }
        for program in programs { awaitWaiting(program) }
        #expect(programs.filter { !$0.shown.isEmpty }.isEmpty)
        #expect(flock(lock.descriptor, LOCK_UN) == 0)
        let outcomes = try programs.map { try $0.finish() }
        for outcome in outcomes { outcome.expectQuietly() }
        let shown = outcomes.map(\.stdout).joined()
        for number in 1...6 { #expect(shown.components(separatedBy: "● Task \(number).").count == 2) }
    }

    @Test("A run waits for another run that is sending, and sends nothing twice")
    func whileAnotherSends() throws {
        for title in ["First", "Second"] { try phone.run("add", title, "due:2026-11-21 18:00").expect() }
        // The first run is blocked sending its second message; the first message is recorded.
        let pipe = try pipe(filledWith: 4096 - 60)
        defer { close(pipe.file) }
        let one = try start(into: pipe.path)
        let folder = "\(phone.folder)/.git/hometask"
        try waitUntil { try String(contentsOfFile: folder + "/local-reminders", encoding: .utf8).contains("sent") }
        let other = try later.start(["remind"])
        awaitWaiting(other)
        #expect(other.shown.isEmpty)
        var shown = ""
        waitUntil {
            shown += read(pipe.file)
            return shown.components(separatedBy: "● ").count == 3
        }
        #expect(try one.finish().status == 0)
        try other.finish().expectQuietly(.empty)
    }

    @Test("A damaged ledger is reported, and the reminders of the last day are sent")
    func damagedLedger() throws {
        let ledger = "\(phone.folder)/.git/hometask/local-reminders"
        try phone.run("add", "Bins", "due:2026-11-21 17:00").expect()
        try phone.run("add", "Old", "due:2026-11-20 17:00").expect()
        try "{".write(toFile: ledger, atomically: true, encoding: .utf8)
        try later.run("remind").expect(stdout: [.contains("● Bins"), .lacks("Old")], stderr: "was damaged")
        try later.run("remind").expectQuietly(.empty)
    }
}
