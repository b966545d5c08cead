// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess

/// Runs a program to its end and collects its output up to a limit.
struct ChildProcess {
    let executable: String
    let arguments: [String]
    let environment: [String: String]
    /// Whether the program keeps the terminal, so that ssh can ask for a pass phrase. Otherwise it runs in a session of
    /// its own, in which a program that needs to ask fails instead of waiting.
    let keepsTerminal: Bool
    /// The program's working directory; nil for that of this process.
    var folder: String?
    /// The maximum size of the collected output in bytes; a program that writes more is ended.
    var outputLimit = 64 << 20
    /// The limits of the program and its children; nil for those of this process.
    var limits: ChildLimits?
    /// Ends the program if it makes no progress for too long.
    var stall: StallWatch?
    /// Whether signals that would end this process end the program first.
    var catchesSignals = false
    /// Whether the program and its descendants end if this process is killed.
    var isGuarded = false
    /// Whether the program is killed at the same moment as this process: for programs that hold no locks to clean up.
    var endsAtOnce = false

    /// The outcome and the output of a program.
    struct Outcome: Sendable {
        /// The exit status; nil if a signal ended it.
        let status: Int32?
        let output: [UInt8]
        /// Whether the program was ended on request.
        let isCancelled: Bool
        /// The signal to this process that requested the end.
        let signal: Int32?
        let isStalled: Bool
        let exceededLimit: Bool
    }

    /// Runs the program and returns when it has ended. Blocks, so call it on a thread that may wait.
    ///
    /// - Parameter errors: Receives what the program writes to standard error, as it arrives.
    /// - Returns: The outcome, or the system's error if the program could not be started or its output could not be
    ///   read.
    func run(
        cancellation: Cancellation, errors: ([UInt8]) -> Void
    ) -> Result<Outcome, SystemError> {
        guard let output = Pipe(), let messages = Pipe() else { return .failure(SystemError(number: errno)) }
        // Set up before the start: a signal must not end this process without the program.
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
    /// Returns a copy with the signal that requested the end.
    fileprivate func ended(by signal: Int32?) -> Self {
        Self(
            status: status, output: output, isCancelled: isCancelled, signal: signal, isStalled: isStalled,
            exceededLimit: exceededLimit)
    }
}
