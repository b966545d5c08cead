// SPDX-License-Identifier: Apache-2.0

import CProcess
import Glibc

/// How a program is started: what it is, with which words, where, and what follows its standard descriptors.
///
/// Foundation's own costs start-up time and knows neither sessions nor process groups.
public struct ProgramStart: Sendable {
    /// The path of the program; `PATH` is not searched.
    public var executable: String
    /// The words behind its name.
    public var arguments: [String]
    /// All of its environment.
    public var environment: [String: String]
    /// The folder it starts in; nil for this process's own.
    public var folder: String?
    /// Whether it leads a session of its own, without a terminal: it can be ended with all that it starts, and what
    /// would ask somebody something fails instead of waiting.
    public var leadsSession = true
    /// Whether it is killed when the thread that starts it ends, as all do when this process is killed: nothing else
    /// would end it then. What it has started itself continues.
    public var endsWithStarter = false
    /// A pipe that is told its number in a line, before it begins and whatever becomes of this process; with a minus
    /// before it where it leads a session, as the number of its group.
    public var announcement: Int32?
    /// What each of its processes may have; nil for what this process may. Of programs that end with their starter, or
    /// are watched.
    public var limits: ProcessLimits?
    /// What follows its standard input; nil for nothing to read.
    public var input: Int32?
    /// What follows its standard output.
    public var output: Int32
    /// What follows its standard error.
    public var errors: Int32

    /// A start. The program inherits no other descriptor.
    public init(
        _ executable: String, _ arguments: [String], environment: [String: String], input: Int32? = nil, output: Int32,
        errors: Int32
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.input = input
        self.output = output
        self.errors = errors
    }

    /// Starts the program.
    ///
    /// - Returns: the number of its process.
    public func start() throws(SystemError) -> Int32 {
        if endsWithStarter || announcement != nil { return try startByClone() }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
        // This process may block or ignore signals; the program must start with the defaults.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        posix_spawnattr_setflags(&attributes, leadsSession ? flags | hometask_spawn_setsid : flags)
        var child: pid_t = 0
        let failure = withWords { posix_spawn(&child, executable, &actions, &attributes, $0, $1) }
        guard failure == 0 else { throw SystemError(number: failure) }
        return child
    }

    /// Starts a program that ends with this thread, or tells its number, which posix_spawn(3) cannot.
    private func startByClone() throws(SystemError) -> Int32 {
        var child: pid_t = 0
        let failure = withStart { hometask_start_bound(&$0, &child) }
        guard failure == 0 else { throw SystemError(number: failure) }
        return child
    }

    /// Starts the program below a watcher.
    ///
    /// - Returns: the process of the watcher, and the number of an error where there is none.
    func startWatched(control: Int32, report: Int32) -> (process: Int32, failure: Int32) {
        var watcher: pid_t = 0
        let failure = withStart { start in
            start.ends_with_starter = 1
            return hometask_start_watched(&start, control, report, &watcher)
        }
        return (watcher, failure)
    }

    /// Passes what the shim starts programs by.
    private func withStart(_ body: (inout hometask_start) -> Int32) -> Int32 {
        let path = strdup(executable)
        let place = folder.map { strdup($0) } ?? nil
        defer {
            free(path)
            free(place)
        }
        return withWords { argv, envp in
            var start = hometask_start()
            (start.program, start.argv, start.envp) = (UnsafePointer(path), UnsafePointer(argv), UnsafePointer(envp))
            start.folder = UnsafePointer(place)
            (start.input, start.output, start.errors) = (input ?? -1, output, errors)
            start.leads_session = leadsSession ? 1 : 0
            start.ends_with_starter = endsWithStarter ? 1 : 0
            start.announcement = announcement ?? -1
            if let limits {
                start.data_bytes = UInt(limits.memory)
                start.file_bytes = UInt(limits.fileBytes)
                start.open_files = UInt(limits.openFiles)
            }
            return body(&start)
        }
    }

    /// Passes the words and the environment as C has them.
    private func withWords<Result>(
        _ body: (
            UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        ) -> Result
    ) -> Result {
        var argv = ([executable] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        return argv.withUnsafeMutableBufferPointer { argv in
            envp.withUnsafeMutableBufferPointer { envp in
                guard let argv = argv.baseAddress, let envp = envp.baseAddress else {
                    preconditionFailure("each list ends with a null pointer")
                }
                return body(argv, envp)
            }
        }
    }
}
