// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess
import TestSupport
import Testing

@Suite("Running a program to its end", .waits)
struct ProgramRunTests {
    /// The outcome of a shell command.
    private func run(_ script: String, _ change: (inout ProgramRun) -> Void = { _ in }) throws -> ProgramRun.Outcome {
        var run = ProgramRun("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        change(&run)
        return try run.run([])
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("A program that times out is killed, with its descendants")
    func patience() throws {
        let folder = try TemporaryFolder()
        // On a busy machine a program may take a while to begin.
        for (number, milliseconds) in [200, 3000, 20_000].enumerated() {
            let pipe = "\(folder.path)/pipe-\(number)"
            #expect(mkfifo(pipe, 0o600) == 0)
            let file = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(file) }
            let outcome = try run("sleep 30 3>'\(pipe)' & sleep 0; echo begun; exec sleep 30") {
                $0.patience = milliseconds
            }
            #expect(outcome.isOverdue && !outcome.isSuccess && outcome.signal == SIGKILL)
            #expect(outcome.words == "took too long and was ended")
            guard text(outcome.output) == "begun\n" else { continue }
            // The pipe is closed once no process holds its other end.
            var byte: UInt8 = 0
            var count = read(file, &byte, 1)
            for _ in 0..<1000 where count != 0 {
                usleep(10_000)
                count = read(file, &byte, 1)
            }
            #expect(count == 0, "what it has started goes on")
            return
        }
        Issue.record("no program began in 20 seconds")
    }

    @Test("Output and errors are kept up to the limit, and the excess does not block the program")
    func limit() throws {
        for limit in [0, 1, 1000, 20_000] {
            let outcome = try run("head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2; exit 3") {
                $0.limit = limit
            }
            #expect(outcome.output.count == limit && outcome.errors.count == limit)
            #expect(outcome.code == 3)
        }
    }

    @Test("A program starts with no signal blocked, and inherits no open files")
    func inherited() throws {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // A file without close-on-exec, as a library may open one.
        let file = fcntl(0, F_DUPFD, 200)
        #expect(file >= 200)
        defer { close(file) }
        let outcome = try run("[ -e /proc/self/fd/\(file) ] && echo held; exec grep SigBlk /proc/self/status")
        #expect(text(outcome.output) == "SigBlk:\t0000000000000000\n")
    }

    @Test("A program is found only in absolute folders of the PATH")
    func path() throws {
        let folder = try TemporaryFolder()
        let program = folder.path + "/git-like"
        let file = open(program, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
        close(file)
        func find(_ path: String) -> String? { ProgramPath.find("git-like", in: ["PATH": path]) }
        #expect(find("/usr/bin:\(folder.path)") == program)
        // The same folder, relative to the tests' working directory.
        let current = try #require(getcwd(nil, 0))
        defer { free(current) }
        let up = String(cString: current).split(separator: "/").map { _ in "../" }.joined()
        let relative = "\(up)\(folder.path.dropFirst())"
        #expect(access("\(relative)/git-like", X_OK) == 0)
        #expect(find(relative) == nil && find(":/usr/bin") == nil)
        #expect(find("\(relative):\(folder.path)") == program)
        #expect(ProgramPath.find("sh", in: [:])?.hasSuffix("/sh") == true)
    }
}
