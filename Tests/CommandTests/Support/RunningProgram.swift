// SPDX-License-Identifier: Apache-2.0

import CTestSupport
import Foundation
import HometaskPlatform
import TestSupport

/// A started program whose output goes to files, so that no full pipe can block it.
struct RunningProgram {
    private let process: pid_t
    private let arguments: [String]
    private let files: TemporaryFolder
    /// The timeout in milliseconds after which the program is killed; far more than needed on a busy machine.
    private static let patience: Int32 = 300_000

    init(
        _ program: String, _ arguments: [String], environment: [String: String], folder: String, input: String
    ) throws {
        files = try TemporaryFolder()
        self.arguments = arguments
        try input.write(toFile: files.path + "/in", atomically: false, encoding: .utf8)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, files.path + "/in", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, files.path + "/out", O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, files.path + "/err", O_WRONLY | O_CREAT, 0o600)
        // Test threads block signals; the program starts with a shell's signal handling.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        _ = hometask_begin_in(&actions, folder)
        let place = Tool(program).path(on: environment["PATH"] ?? "/usr/bin:/bin")
        var process: pid_t = 0
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        let code = posix_spawn(&process, place, &actions, &attributes, words, variables)
        guard code == 0 else { throw CannotStart(program: program, reason: String(cString: strerror(code))) }
        self.process = process
    }

    /// Sends the program a signal.
    func signal(_ number: Int32) { kill(process, number) }

    /// The standard output written so far.
    var shown: String { text("out") }

    /// Returns whether the program has a file of this name open.
    func holds(_ name: String) -> Bool {
        let folder = "/proc/\(process)/fd"
        return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.contains { number in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
            return target?.hasSuffix("/" + name) == true
        } ?? false
    }

    /// Whether all threads are stopped; stopping takes a while after SIGSTOP.
    var isStopped: Bool {
        let threads = status("stat")
        return !threads.isEmpty && threads.allSatisfy { $0.contains(") T ") }
    }

    /// The number of voluntary context switches of all threads so far; 0 after the program's end.
    var pauses: Int {
        status("status").flatMap { $0.split(separator: "\n") }
            .filter { $0.hasPrefix("voluntary_ctxt_switches:") }
            .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
            .reduce(0, +)
    }

    /// Waits for the program's end.
    func finish() throws -> Outcome {
        var code: Int32 = 0
        if hometask_await_end(process, Self.patience) == 0 { kill(process, SIGKILL) }
        while waitpid(process, &code, 0) < 0 && errno == EINTR {}
        let signal = code & 0x7F
        return Outcome(
            arguments: arguments, status: signal == 0 ? (code >> 8) & 0xFF : -signal, stdout: text("out"),
            stderr: text("err"))
    }

    /// The contents of a `/proc` file for each thread; empty after the program's end.
    private func status(_ name: String) -> [String] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.compactMap { try? String(contentsOfFile: "\(folder)/\($0)/\(name)", encoding: .utf8) }
    }

    private func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "\(files.path)/\(name)") ?? Data(), as: UTF8.self)
    }

    struct CannotStart: Error {
        let program: String
        let reason: String
    }
}
