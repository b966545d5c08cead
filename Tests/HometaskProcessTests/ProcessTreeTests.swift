// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import HometaskProcess
import TestSupport
import Testing

/// A program's processes hold a pipe open; end of file on the pipe shows that all of them have exited.
@Suite("Programs that end with their starter", .waits)
struct ProcessTreeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The parameters for a shell command whose processes hold a pipe open as standard output.
    private func start(_ script: String) throws -> (start: ProgramStart, reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress) } == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let start = ProgramStart(
            "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], output: ends[1], errors: 2)
        return (start, ends[0], ends[1])
    }

    /// The next line from a pipe; nil at end of file.
    private func line(_ pipe: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(pipe, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    @Test("A process left behind by a program is killed, even outside its session and without its parent")
    func left() throws {
        // The remaining process is the child of an exited process, in its own session, without environment variables.
        let (start, reading, writing) = try start("setsid env -i sh -c 'sleep 60 & echo begun' </dev/null; exit 4")
        let tree = try ProcessTree(start, endsWhole: false)
        close(writing)
        #expect(line(reading) == "begun")
        while !tree.hasEnded() { usleep(1000) }
        #expect(tree.status.map { $0 >> 8 & 0xFF } == 4)
        #expect(!tree.isOver(), "one process runs")
        #expect(tree.end() == 1)
        #expect(line(reading) == nil, "nobody has the pipe open")
        close(reading)
    }

    @Test("A running program is killed with all its descendants")
    func running() throws {
        let (start, reading, writing) = try start("sleep 60 & setsid sleep 60 & echo begun; wait")
        let tree = try ProcessTree(start, endsWhole: false)
        close(writing)
        #expect(line(reading) == "begun")
        #expect(!tree.hasEnded())
        #expect(tree.end() == 0)
        #expect(line(reading) == nil)
        close(reading)
    }

    @Test(
        "A program that cannot be started is an error with the system's number, and leaves no process",
        arguments: [false, true])
    func missing(endsWhole: Bool) throws {
        var (start, reading, writing) = try start("true")
        start.executable = "/nowhere/program"
        let error = #expect(throws: SystemError.self) { _ = try ProcessTree(start, endsWhole: endsWhole) }
        #expect(error?.number == ENOENT)
        close(writing)
        #expect(line(reading) == nil)
        close(reading)
    }

    @Test("A program bound to a thread is killed with the thread, and announces itself before it starts")
    func bound() throws {
        var (start, reading, writing) = try start("echo $$; exec sleep 60")
        var announced: [Int32] = [-1, -1]
        try #require(announced.withUnsafeMutableBufferPointer { pipe($0.baseAddress) } == 0)
        start.endsWithStarter = true
        start.announcement = announced[1]
        let ready = DispatchSemaphore(value: 0)
        let (bound, leaves) = (start, DispatchSemaphore(value: 0))
        let thread = Thread {
            _ = try? bound.start()
            ready.signal()
            leaves.wait()
        }
        thread.start()
        ready.wait()
        for end in [writing, announced[1]] { close(end) }
        let number = try #require(line(reading))
        #expect(line(announced[0]) == "-\(number)", "as the id of its group, since it leads a session")
        #expect(kill(try #require(Int32(number)), 0) == 0)
        leaves.signal()
        #expect(line(reading) == nil, "it ended with the thread")
        var status: Int32 = 0
        #expect(waitpid(try #require(Int32(number)), &status, 0) > 0 && status & 0x7F == SIGKILL)
        for end in [reading, announced[0]] { close(end) }
    }

    @Test("A program has its limits, and descriptor 3 if a descriptor is passed on")
    func limits() throws {
        var (start, reading, writing) = try start(
            "ulimit -n; ulimit -c; read word <&3; echo $word; ls /proc/self/fd | wc -l")
        let file = folder.path + "/handed-on"
        try "word\n".write(toFile: file, atomically: true, encoding: .utf8)
        let handedOn = open(file, O_RDONLY | O_CLOEXEC)
        start.inherited = handedOn
        start.limits = ProcessLimits(memory: 1 << 30, fileBytes: 1 << 20, openFiles: 40)
        let tree = try ProcessTree(start, endsWhole: false)
        for end in [writing, handedOn] { close(end) }
        let lines = (0..<4).map { _ in line(reading) }
        #expect(lines == ["40", "0", "word", "5"], "0 to 3, and the folder that 'ls' reads")
        while !tree.isOver() { usleep(1000) }
        #expect(tree.end() == 0)
        close(reading)
    }
}
