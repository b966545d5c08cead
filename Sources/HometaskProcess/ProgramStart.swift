// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// The parameters for starting a program: the executable, its arguments, its folder, and its standard descriptors.
///
/// Foundation's equivalent increases start-up time and supports neither sessions nor process groups.
public struct ProgramStart: Sendable {
    /// The path of the program; `PATH` is not searched.
    public var executable: String
    /// The arguments after the program's name.
    public var arguments: [String]
    /// The program's complete environment: no variable of this process is inherited.
    public var environment: [String: String]
    /// The working directory; nil for this process's own.
    public var folder: String?
    /// Whether the program runs in its own session, without a terminal: it can then be ended together with all its
    /// descendants, and a program that needs to prompt fails instead of waiting.
    public var leadsSession = true
    /// Whether the program is killed when the thread that started it ends, even if this process is killed. Its own
    /// children continue.
    public var endsWithStarter = false
    /// A pipe to which the program's process id is written as a line before it runs, even if this process ends. If the
    /// program leads a session, the number is negative, denoting the process group.
    public var announcement: Int32?
    /// The limits of each of the program's processes; nil for those of this process. Only for programs that end with
    /// their starter or are watched.
    public var limits: ProcessLimits?
    /// A descriptor that the program inherits as number 3; nil for none. Only for programs that end with their starter
    /// or are watched.
    public var inherited: Int32?
    /// Whether the program gets its own session keyring, without the keys of this process (session-keyring(7)). Only
    /// for programs that end with their starter or are watched.
    public var hasFreshKeyring = false
    /// The descriptor for the program's standard input; nil for empty input.
    public var input: Int32?
    /// The descriptor for the program's standard output.
    public var output: Int32
    /// The descriptor for the program's standard error.
    public var errors: Int32

    /// Creates the parameters. The program inherits no other descriptors except ``inherited``.
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
    /// - Returns: the program's process id.
    public func start() throws(SystemError) -> Int32 {
        var child: pid_t = 0
        // posix_spawn(3) supports neither ending with this thread nor announcing the process id.
        let isBound = endsWithStarter || announcement != nil
        let failure = withStart { isBound ? hometask_start_bound(&$0, &child) : hometask_spawn(&$0, &child) }
        guard failure == 0 else { throw SystemError(number: failure) }
        return child
    }

    /// Starts the program below a watcher.
    ///
    /// - Returns: the process id of the watcher, and the error number if there is none.
    func startWatched(control: Int32, report: Int32) -> (process: Int32, failure: Int32) {
        var watcher: pid_t = 0
        let failure = withStart { start in
            start.ends_with_starter = 1
            return hometask_start_watched(&start, control, report, &watcher)
        }
        return (watcher, failure)
    }

    /// Passes the parameters to the C functions that start programs.
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
            start.inherited = inherited ?? -1
            start.has_fresh_keyring = hasFreshKeyring ? 1 : 0
            if let limits {
                start.data_bytes = UInt(limits.memory)
                start.file_bytes = UInt(limits.fileBytes)
                start.open_files = UInt(limits.openFiles)
            }
            return body(&start)
        }
    }

    /// Passes the arguments and the environment as C strings.
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

/// The limits of each process of a program (setrlimit(2)). Stricter limits of this process remain in effect.
public struct ProcessLimits: Hashable, Sendable {
    /// The maximum size of the private memory in bytes (`RLIMIT_DATA`).
    public var memory: Int
    /// The maximum size in bytes of a written file (`RLIMIT_FSIZE`).
    public var fileBytes: Int
    /// The maximum number of open files (`RLIMIT_NOFILE`).
    public var openFiles: Int

    /// Creates limits. A program with limits leaves no core dump.
    public init(memory: Int, fileBytes: Int, openFiles: Int) {
        self.memory = memory
        self.fileBytes = fileBytes
        self.openFiles = openFiles
    }
}
