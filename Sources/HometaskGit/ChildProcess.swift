// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskProcess

/// A program run to its end, with its output collected within bounds.
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
        let child = start(output: output.write, errors: messages.write)
        output.closeWrite()
        messages.closeWrite()
        defer {
            output.closeRead()
            messages.closeRead()
        }
        let number: pid_t
        switch child {
        case .success(let started): number = started
        case .failure(let error): return .failure(error)
        }
        var watch = ChildWatch(
            child: number, group: !keepsTerminal, limit: outputLimit, output: output.read, errors: messages.read)
        return .success(watch.run(cancellation, errors: errors))
    }

    private func start(output: Int32, errors: Int32) -> Result<Int32, SystemError> {
        var start = ProgramStart(executable, arguments, environment: environment, output: output, errors: errors)
        start.leadsSession = !keepsTerminal
        return Result { () throws(SystemError) in try start.start() }
    }
}
