// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskProcess
import Synchronization

/// A child process that a test starts, and then waits for or terminates.
///
/// Foundation's `Process` cannot be used here. To find the highest open descriptor, it reads `/proc/self/fd`, and
/// copies 256 bytes from each entry, even at the end of the 32 KiB buffer filled by readdir(3): with more than about
/// 1,360 open descriptors, as when all tests of this package run at once, this can crash.
final class ChildProgram: Sendable {
    /// The target to which a standard descriptor of the program is connected.
    enum Stream {
        /// The same descriptor as in this process.
        case inherited
        /// Empty input, or discarded output.
        case nothing
        /// A pipe whose other end this process keeps.
        case pipe(Foundation.Pipe)
        /// A file that stays open in this process as well.
        case file(FileHandle)
    }

    /// The path of the program.
    private let path: String
    private let arguments: [String]
    private let environment: [String: String]
    private let folder: String?
    private let state = Mutex(State())

    private struct State {
        var id: pid_t?
        /// The exit code, or the negated number of the signal that ended the program.
        var status: Int32?
    }

    /// Prepares a program without starting it.
    ///
    /// - Parameters:
    ///   - program: its path, or a name to look up in PATH.
    ///   - arguments: its arguments.
    ///   - environment: all its variables; nil to inherit those of the tests.
    ///   - folder: its working directory; nil to inherit that of the tests.
    init(_ program: String, _ arguments: [String], environment: [String: String]? = nil, folder: String? = nil) {
        let own = ProcessInfo.processInfo.environment
        path = program.contains("/") ? program : ProgramPath.find(program, in: own) ?? program
        self.arguments = arguments
        self.environment = environment ?? own
        self.folder = folder
    }

    /// Starts the program with no signal blocked, as a shell does.
    ///
    /// Tests run on threads that block signals. A program that inherits this mask would not be terminated by SIGTERM,
    /// nor would its children, unless they unblock the signal themselves.
    func start(input: Stream = .inherited, output: Stream = .inherited, errors: Stream = .inherited) throws {
        let nothing = try FileHandle(forUpdating: URL(filePath: "/dev/null"))
        func descriptor(_ stream: Stream, _ number: Int32) -> Int32 {
            switch stream {
            case .inherited: number
            case .nothing: nothing.fileDescriptor
            case .pipe(let pipe): (number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting).fileDescriptor
            case .file(let file): file.fileDescriptor
            }
        }
        var program = ProgramStart(
            path, arguments, environment: environment, input: descriptor(input, 0), output: descriptor(output, 1),
            errors: descriptor(errors, 2))
        program.folder = folder
        program.leadsSession = false
        let id = try program.start()
        state.withLock { $0.id = id }
        // Swift Testing waits for its exit tests with waitid(P_ALL), which a program that has exited and is not reaped
        // keeps from ever reporting them.
        Thread { [self] in wait() }.start()
        // The program's ends of the pipes are closed here, so that this process sees the end of the output.
        if case .pipe(let pipe) = input { try pipe.fileHandleForReading.close() }
        var written: [FileHandle] = []
        for case .pipe(let pipe) in [output, errors] where !written.contains(pipe.fileHandleForWriting) {
            written.append(pipe.fileHandleForWriting)
        }
        for handle in written { try handle.close() }
    }

    /// Runs the program to completion, and returns its standard output, and its status as ``wait()`` does.
    func run(errors: Stream = .inherited) throws -> (output: [UInt8], status: Int32?) {
        let output = Foundation.Pipe()
        try start(input: .nothing, output: .pipe(output), errors: errors)
        return (Array(output.fileHandleForReading.readDataToEndOfFile()), wait())
    }

    /// Whether the program has been started and is still running.
    var isRunning: Bool { state.withLock { $0.id != nil && !Self.hasEnded(&$0, waiting: false) } }

    /// Sends SIGTERM, unless the program has exited.
    func terminate() { end(by: SIGTERM) }

    /// Sends a signal, unless the program has exited.
    func end(by signal: Int32) {
        state.withLock { state in
            guard let id = state.id, !Self.hasEnded(&state, waiting: false) else { return }
            kill(id, signal)
        }
    }

    /// Waits until the program exits, and returns the exit code, or the negated number of the signal that ended the
    /// program; nil if it was not started.
    @discardableResult func wait() -> Int32? {
        // Outside the lock: another thread may terminate the program meanwhile.
        if let id = state.withLock({ $0.status == nil ? $0.id : nil }) {
            var information = siginfo_t()
            while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        }
        return state.withLock { state in
            _ = Self.hasEnded(&state, waiting: true)
            return state.status
        }
    }

    private static func hasEnded(_ state: inout State, waiting: Bool) -> Bool {
        guard let id = state.id, state.status == nil else { return state.status != nil }
        var status: Int32 = 0
        var answer = waitpid(id, &status, waiting ? 0 : WNOHANG)
        while answer < 0, errno == EINTR { answer = waitpid(id, &status, waiting ? 0 : WNOHANG) }
        guard answer == id else { return false }
        let signal = status & 0x7F
        state.status = signal == 0 ? (status >> 8) & 0xFF : -signal
        return true
    }
}
