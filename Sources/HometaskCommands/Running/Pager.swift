// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskTerminal

/// Shows what is longer than the terminal in a pager, as git does: the one that `HOMETASK_PAGER` or `PAGER` names, else
/// `less`, which ends by itself where all fits (`LESS=FRX` where nothing else is said).
struct Pager {
    private let command: String
    private let variables: [String: String]

    /// The pager for so many lines; nil where none is wanted or needed.
    init?(for lines: Int, _ environment: CommandEnvironment) {
        guard environment.isOutputTerminal, let rows = TerminalSize.rows, lines >= rows else { return nil }
        let named = ["HOMETASK_PAGER", "PAGER"].lazy.compactMap { environment.variables[$0] }.first
        command = named ?? "command -v less > /dev/null || exit 127; exec less"
        guard !command.isEmpty, command != "cat", environment.variables["TERM"] != "dumb" else { return nil }
        var variables = environment.variables
        variables["LESS"] = variables["LESS"] ?? "FRX"
        variables["LV"] = variables["LV"] ?? "-c"
        self.variables = variables
    }

    /// Shows a text, and waits until the person is done with it.
    ///
    /// - Returns: false where the pager could not be started, and nothing was shown.
    func show(_ text: String) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A pager that is left with much unread closes the pipe, and ^C in it is meant for it.
        let before = [SIGPIPE, SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, action) in before { signal(number, action) } }
        guard let process = start(reading: ends[0]) else {
            ends.forEach { close($0) }
            return false
        }
        close(ends[0])
        Self.write(Array(text.utf8), to: ends[1])
        close(ends[1])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The shell's code for a command that is not there.
        return status != 127 << 8
    }

    private func start(reading file: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, file, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // As git does it: the variable may hold options, so a shell reads it.
        let words = ["sh", "-c", command]
        let arguments = words.map { strdup($0) } + [nil]
        let pairs = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + pairs).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, pairs)
        return code == 0 ? process : nil
    }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }
}
