// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Killed `undo` and `redo`: later undos and redos follow the history.
@Suite("Killed undo and redo", .waits, .enabled(if: Tracing.isPossible))
struct KilledUndoTests {
    private let phone: Device

    init() throws {
        phone = try Family().device
        try phone.run("add", "Bins").expect()
        try phone.run("edit", "Bins", "--priority", "high").expect()
        try phone.run("edit", "Bins", "--points", "3").expect()
    }

    /// Kills a command before a rename: the first replaces the device's file, the second the branch, and the others the
    /// task's file, git's index and the command log.
    private func kill(_ word: String, at rename: Int) throws {
        let inject = ["-e", "trace=rename", "-e", "inject=rename:signal=KILL:when=\(rename)"]
        let outcome = try RunningProgram(
            "strace", ["-f", "-qq", "-o", "/dev/null"] + inject + [Program.path, word],
            environment: phone.environment, folder: phone.folder, input: ""
        ).finish()
        #expect(outcome.status != 0)
    }

    private func expect(points: Int?, priority: String?) throws {
        let task = try #require(phone.run("list", "Bins", "--json").objects().first)
        #expect(task["points"] as? Int == points && task["priority"] as? String == priority)
    }

    @Test(
        "An undone command is not undone again, and can be redone once",
        arguments: 1...4)
    func undo(rename: Int) throws {
        try kill("undo", at: rename)
        // The journal has the commit, whether or not the branch was moved.
        try expect(points: nil, priority: "high")
        try phone.run("undo").expect()
        try expect(points: nil, priority: nil)
        try phone.run("redo").expect()
        try expect(points: nil, priority: "high")
        try phone.run("redo").expect()
        try expect(points: 3, priority: "high")
        try phone.run("redo").expect(status: 66, stderr: "nothing to redo")
    }

    @Test(
        "A redone command is not redone again, and can be undone", arguments: 1...4)
    func redo(rename: Int) throws {
        for _ in 0..<2 { try phone.run("undo").expect() }
        try expect(points: nil, priority: nil)
        try kill("redo", at: rename)
        try expect(points: nil, priority: "high")
        try phone.run("redo").expect()
        try expect(points: 3, priority: "high")
        try phone.run("redo").expect(status: 66, stderr: "nothing to redo")
        for _ in 0..<2 { try phone.run("undo").expect() }
        try expect(points: nil, priority: nil)
    }

    @Test("A command after a killed undo clears the redo history")
    func commandAfterwards() throws {
        try kill("undo", at: 3)
        try phone.run("edit", "Bins", "--points", "5").expect()
        try phone.run("redo").expect(status: 66, stderr: "nothing to redo")
        try phone.run("undo").expect()
        try expect(points: nil, priority: "high")
    }
}
