// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess

/// An interactive program on the terminal, run while the command waits: an editor or a pager.
///
/// The shell runs the program, as in git, because the environment variable that names it may contain options.
struct TerminalProgram {
    /// Whether the program was started, and how it ended.
    enum Outcome: Equatable {
        /// The program could not be started; the value is `errno`.
        case notStarted(Int32)
        case exited(Int32)
        case signalled
    }

    let command: String
    let variables: [String: String]

    /// Runs the program until it ends. Ctrl-C goes to the program, not to this command.
    ///
    /// - Parameters:
    ///   - arguments: words that the shell appends to the command unchanged.
    ///   - input: the program's standard input; nil for the terminal.
    func run(_ arguments: [String] = [], input: [UInt8]? = nil) -> Outcome {
        let signals = [SIGINT, SIGQUIT]
        let before = signals.map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, action) in before { signal(number, action) } }
        let process: Int32
        do throws(SystemError) {
            process = try start(arguments, reading: input)
        } catch {
            return .notStarted(error.number)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled
    }

    private func start(_ arguments: [String], reading input: [UInt8]?) throws(SystemError) -> Int32 {
        let script = arguments.isEmpty ? command : "\(command) \"$@\""
        var start = ProgramStart(
            "/bin/sh", ["-c", script, command] + arguments, environment: variables, input: 0, output: 1, errors: 2)
        start.leadsSession = false
        guard let input else { return try start.start() }
        guard let pipe = Pipe() else { throw SystemError(number: errno) }
        start.input = pipe.read
        do throws(SystemError) {
            let process = try start.start()
            pipe.closeRead()
            pipe.feed(input)
            return process
        } catch {
            pipe.closeRead()
            pipe.closeWrite()
            throw error
        }
    }
}
