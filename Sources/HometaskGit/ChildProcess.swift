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
    /// The folder it starts in; nil for this process's own.
    var folder: String?
    /// The most bytes of output that are kept; a program that writes more is ended.
    var outputLimit = 64 << 20
    /// What it and those below it may have; nil for what this process may.
    var limits: ChildLimits?
    /// Ends it where it comes to nothing for too long.
    var stall: StallWatch?
    /// Whether signals that would end this process end the program first.
    var catchesSignals = false
    /// Whether it ends, with all below it, where this process is killed.
    var isGuarded = false
    /// Whether it is killed itself in the moment in which this process is: for what holds no locks that it has to
    /// remove.
    var endsAtOnce = false

    /// How a program ended, and what it wrote.
    struct Outcome: Sendable {
        /// The exit status; nil if a signal ended it.
        let status: Int32?
        let output: [UInt8]
        /// Whether it was ended since that was asked for.
        let isCancelled: Bool
        /// The signal to this process that asked for it.
        let signal: Int32?
        let isStalled: Bool
        let exceededLimit: Bool
    }

    /// Runs the program and returns when it has ended. Blocks: for a thread that may wait.
    ///
    /// - Parameter errors: Is given what the program writes to standard error, as it comes.
    /// - Returns: The outcome, or the system's error if the program could not be started or its output not be read.
    func run(
        cancellation: Cancellation, errors: ([UInt8]) -> Void
    ) -> Result<Outcome, SystemError> {
        guard let output = Pipe(), let messages = Pipe() else { return .failure(SystemError(number: errno)) }
        // Before the start: a signal must not end this process alone.
        let signals = catchesSignals ? EndingSignals() : nil
        defer { signals?.stop() }
        let end = isGuarded ? ChildGuard() : nil
        let child = start(output: output.write, errors: messages.write, announcement: ChildGuard.announcement(to: end))
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
            child: number, group: !keepsTerminal, limit: outputLimit, output: output.read, errors: messages.read,
            stall: stall)
        let outcome = watch.run(cancellation, signals: signals?.descriptor ?? -1, errors: errors)
        _ = consume end
        let signal = signals?.first()
        if let failure = watch.failure { return .failure(failure) }
        return .success(outcome.ended(by: signal))
    }

    private func start(output: Int32, errors: Int32, announcement: Int32?) -> Result<Int32, SystemError> {
        let words = limits.map { $0.wrapping(executable, arguments) } ?? [executable] + arguments
        var start = ProgramStart(
            words[0], Array(words.dropFirst()), environment: environment, output: output, errors: errors)
        start.leadsSession = !keepsTerminal
        start.folder = folder
        start.endsWithStarter = endsAtOnce
        start.announcement = announcement
        return Result { () throws(SystemError) in try start.start() }
    }
}

extension ChildProcess.Outcome {
    /// The same with the signal that asked for the end.
    fileprivate func ended(by signal: Int32?) -> Self {
        Self(
            status: status, output: output, isCancelled: isCancelled, signal: signal, isStalled: isStalled,
            exceededLimit: exceededLimit)
    }
}
