// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that a person works with on the terminal while the command waits: their editor, their pager.
///
/// A shell reads the command, as git does it: the variable that names it may hold options.
struct TerminalProgram {
    /// Whether it was started, and how it ended.
    enum Outcome: Equatable {
        /// It could not be started, for this reason (`errno`).
        case notStarted(Int32)
        case exited(Int32)
        case signalled
    }

    let command: String
    let variables: [String: String]

    /// Runs it to its end. ^C in it is meant for it.
    ///
    /// - Parameters:
    ///   - arguments: words that the shell adds behind the command as they are.
    ///   - input: what it reads on standard input; nil for what is typed at the terminal.
    func run(_ arguments: [String] = [], input: [UInt8]? = nil) -> Outcome {
        var ends: [Int32] = [-1, -1]
        if input != nil {
            guard pipe(&ends) == 0 else { return .notStarted(errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        let signals = [SIGINT, SIGQUIT]
        let before = signals.map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, action) in before { signal(number, action) } }
        let (process, code) = start(arguments, resetting: signals, reading: input == nil ? nil : ends[0])
        if ends[0] >= 0 { close(ends[0]) }
        if let input { HelperProgram.feed(code == 0 ? input : [], to: ends[1]) }
        guard code == 0 else { return .notStarted(code) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled
    }

    private func start(
        _ arguments: [String], resetting numbers: [Int32], reading file: Int32?
    ) -> (process: pid_t, code: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let file { posix_spawn_file_actions_adddup2(&actions, file, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in numbers { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let script = arguments.isEmpty ? command : "\(command) \"$@\""
        let words = (["sh", "-c", script, command] + arguments).map { strdup($0) } + [nil]
        let pairs = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + pairs).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, pairs)
        return (process, code)
    }
}
