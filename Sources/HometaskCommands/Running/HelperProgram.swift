// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program of the system that is run to its end, and what it says on standard output; what it says on
/// standard error is left out.
struct HelperProgram {
    /// How it ended, and what it wrote to standard output.
    struct Outcome {
        /// The exit code; nil where the program is not there, or a signal ended it.
        let status: Int32?
        let output: [UInt8]
    }

    private let name: String
    private let environment: CommandEnvironment

    /// A program, found along `PATH`.
    init(_ name: String, _ environment: CommandEnvironment) {
        self.name = name
        self.environment = environment
    }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - input: what it reads on standard input, a few kilobytes at the most.
    ///   - keepsOutput: whether its output is waited for. Without that, what it leaves running, as programs for
    ///     clipboards do, holds up nobody.
    func run(_ arguments: [String], input: [UInt8] = [], keepsOutput: Bool = true) -> Outcome {
        guard let stdin = Self.pipe() else { return Outcome(status: nil, output: []) }
        guard let stdout = Self.pipe() else {
            [stdin.read, stdin.write].forEach { close($0) }
            return Outcome(status: nil, output: [])
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, stdin.read, 0)
        if keepsOutput {
            posix_spawn_file_actions_adddup2(&actions, stdout.write, 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var process: pid_t = 0
        let words = ([name] + arguments).map { strdup($0) } + [nil]
        let variables = environment.variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        let code = posix_spawnp(&process, name, &actions, nil, words, variables)
        close(stdin.read)
        close(stdout.write)
        defer { close(stdout.read) }
        guard code == 0 else {
            close(stdin.write)
            return Outcome(status: nil, output: [])
        }
        Self.feed(input, to: stdin.write)
        let output = Self.readAll(stdout.read)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return Outcome(status: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil, output: output)
    }

    private static func pipe() -> (read: Int32, write: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (read: ends[0], write: ends[1])
    }

    /// Writes what a program reads, and closes the file.
    static func feed(_ bytes: [UInt8], to file: Int32) {
        defer { close(file) }
        // Who reads none of it does not end us.
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }

    private static func readAll(_ file: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
