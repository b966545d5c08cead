// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// A program that is run to completion, with input, and with output collected up to a limit.
public struct ProgramRun: Sendable {
    /// The result of a run.
    public struct Outcome: Sendable {
        /// The exit code; nil if a signal ended the program.
        public let code: Int32?
        /// The signal that ended the program; zero if none did.
        public let signal: Int32
        /// Whether the program timed out and was ended.
        public let isOverdue: Bool
        /// The bytes written to standard output.
        public let output: [UInt8]
        /// The bytes written to standard error.
        public let errors: [UInt8]

        /// Whether the program exited by itself with code zero.
        public var isSuccess: Bool { code == 0 && !isOverdue }

        /// A description of how the program ended.
        public var words: String {
            if isOverdue { return "took too long and was ended" }
            return code.map { "exited with the code \($0)" } ?? "was ended by the signal \(signal)"
        }

        /// The last line of standard error that is not blank; nil if there is none. It may contain any characters
        /// except control characters.
        public var complaint: String? {
            let lines = errors.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            for line in lines.reversed() {
                let scalars = String(decoding: line.prefix(400), as: UTF8.self).unicodeScalars
                let text = String(String.UnicodeScalarView(scalars.filter { !$0.isControl }))
                if text.contains(where: { !$0.isWhitespace }) { return text }
            }
            return nil
        }
    }

    /// The path of the program; `PATH` is not searched.
    public var executable: String
    /// The arguments after the program's name.
    public var arguments: [String]
    /// The program's complete environment: no variable of this process is inherited.
    public var environment: [String: String]
    /// The working directory; nil for this process's own.
    public var folder: String?
    /// The timeout in milliseconds, after which the program is killed with all its descendants; nil for none.
    public var patience: Int? = 25_000
    /// Whether the program runs in its own session without a terminal, so that it cannot prompt.
    public var leadsSession = true
    /// Whether output is collected; otherwise it is discarded, including the output of processes that the program
    /// leaves running.
    public var isHeard = true
    /// The maximum number of bytes kept of standard output and of standard error, each; further bytes are discarded.
    public var limit = 64 << 10

    /// Creates a run without starting it.
    public init(_ executable: String, _ arguments: [String], environment: [String: String]) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }

    /// Runs the program with some input and waits until it ends.
    ///
    /// Does not wait for processes that the program leaves behind.
    ///
    /// - Throws: `SystemError` if the program could not be started.
    public func run(_ input: [UInt8]) throws(SystemError) -> Outcome {
        guard let source = Pipe() else { throw SystemError(number: errno) }
        guard let output = Pipe() else { throw Self.close(source) }
        guard let errors = Pipe() else {
            _ = Self.close(source)
            throw Self.close(output)
        }
        let nobody = isHeard ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { if nobody >= 0 { HometaskPlatform.close(nobody) } }
        var start = ProgramStart(
            executable, arguments, environment: environment, input: source.read,
            output: isHeard ? output.write : nobody, errors: isHeard ? errors.write : nobody)
        start.folder = folder
        start.leadsSession = leadsSession
        let child: Int32
        do throws(SystemError) {
            child = try start.start()
        } catch {
            _ = (Self.close(source), Self.close(output), Self.close(errors))
            throw error
        }
        source.closeRead()
        output.closeWrite()
        errors.closeWrite()
        var watched = WatchedProgram(
            child: child, group: leadsSession ? -child : child, input: source.write, output: output.read,
            errors: errors.read, left: input, limit: limit)
        return watched.finish(patience: patience)
    }

    private static func close(_ pipe: borrowing Pipe) -> SystemError {
        let error = SystemError(number: errno)
        pipe.closeRead()
        pipe.closeWrite()
        return error
    }
}

/// A running program, with this process's ends of its pipes.
private struct WatchedProgram {
    let child: Int32
    /// The target of kill(2): the program's process group, as a negative number, or only the program.
    let group: Int32
    var input: Int32
    var output: Int32
    var errors: Int32
    var left: [UInt8]
    let limit: Int
    var fed = 0
    var said: [UInt8] = []
    var complained: [UInt8] = []

    mutating func finish(patience: Int?) -> ProgramRun.Outcome {
        for descriptor in [input, output, errors] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        let end = patience.map { Self.now + $0 }
        var status: Int32 = 0
        var isOverdue = false
        while waitpid(child, &status, WNOHANG) == 0 {
            step(timeout: 20)
            if let end, Self.now >= end {
                isOverdue = true
                kill(group, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                break
            }
        }
        step(timeout: 0)
        for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
        let signal = status & 0x7F
        return ProgramRun.Outcome(
            code: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal, isOverdue: isOverdue, output: said,
            errors: complained)
    }

    /// Waits until something can be read or written, and then does so.
    private mutating func step(timeout: Int32) {
        if fed == left.count { Self.shut(&input) }
        var waiting = [
            pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&waiting, 3, timeout) > 0 else { return }
        if waiting[0].revents != 0 { feed() }
        if waiting[1].revents != 0 { Self.readAvailable(&output, into: &said, limit: limit) }
        if waiting[2].revents != 0 { Self.readAvailable(&errors, into: &complained, limit: limit) }
    }

    private mutating func feed() {
        let count = BrokenPipeSignal.blocked {
            left.withUnsafeBytes { write(input, $0.baseAddress?.advanced(by: fed), left.count - fed) }
        }
        if count > 0 { fed += count } else if errno != EAGAIN, errno != EINTR { Self.shut(&input) }
    }

    /// Reads everything that is available.
    private static func readAvailable(_ descriptor: inout Int32, into bytes: inout [UInt8], limit: Int) {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<min(count, limit - bytes.count)]
                if count < chunk.count { return }
            } else {
                if count == 0 || (errno != EAGAIN && errno != EINTR) { shut(&descriptor) }
                return
            }
        }
    }

    private static func shut(_ descriptor: inout Int32) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// The monotonic clock's time in milliseconds.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control || properties.generalCategory == .format }
}
