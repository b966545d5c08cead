// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import Glibc

/// A program run to its end, with its output collected within bounds.
///
/// Foundation's own costs start-up time and knows neither sessions nor process groups.
struct ChildProcess {
    let executable: String
    let arguments: [String]
    let environment: [String: String]
    /// Whether the program keeps the terminal, so that ssh can ask for a pass phrase. Otherwise it runs in a session
    /// of its own, where a program that would ask fails instead of waiting.
    let keepsTerminal: Bool
    /// The most bytes of output that are kept; a program that writes more is ended.
    var outputLimit = 64 << 20

    /// How a program ended, and what it wrote.
    struct Outcome: Sendable {
        /// The exit status; nil if a signal ended it.
        let status: Int32?
        let output: [UInt8]
        let isCancelled: Bool
        let exceededLimit: Bool
    }

    /// Runs the program and returns when it has ended. Blocks: for a thread that may wait.
    ///
    /// - Parameter errors: Is given what the program writes to standard error, as it comes.
    /// - Returns: The outcome, or the number of the system's error if the program could not be started.
    func run(
        cancellation: Cancellation, errors: ([UInt8]) -> Void
    ) -> Result<Outcome, SystemError> {
        guard let output = Pipe(), let messages = Pipe() else { return .failure(SystemError(number: errno)) }
        var child: pid_t = 0
        let failure = spawn(&child, output: output.write, errors: messages.write)
        output.closeWrite()
        messages.closeWrite()
        defer {
            output.closeRead()
            messages.closeRead()
        }
        guard failure == 0 else { return .failure(SystemError(number: failure)) }
        var watch = ChildWatch(
            child: child, group: !keepsTerminal, limit: outputLimit, output: output.read, errors: messages.read)
        return .success(watch.run(cancellation, errors: errors))
    }

    private func spawn(_ child: inout pid_t, output: Int32, errors: Int32) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // The host may block or ignore signals; the child must start with the defaults.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let session = keepsTerminal ? 0 : hometask_spawn_setsid
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(session)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var argv = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        var envp = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (argv + envp).forEach { unsafe free($0) } }
        return unsafe posix_spawn(&child, executable, &actions, &attributes, &argv, &envp)
    }
}

/// A failure of the operating system, by its number.
struct SystemError: Error {
    let number: Int32
    var message: String { unsafe String(cString: strerror(number)) }
}
