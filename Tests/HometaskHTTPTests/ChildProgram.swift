// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskProcess
import Synchronization

/// A program that a test starts, and waits for or ends.
///
/// Foundation's `Process` cannot be used here. It looks for the highest open descriptor in `/proc/self/fd`, and copies
/// 256 bytes from each entry, even at the end of the 32 KiB that readdir(3) has read: with more than about 1,360 open
/// descriptors, which the tests of this package have when they all run at once, that can crash.
final class ChildProgram: Sendable {
    /// What a standard descriptor of the program is connected to.
    enum Stream {
        /// What this process has there.
        case inherited
        /// Nothing: input that is at its end, or output that is discarded.
        case nothing
        /// A pipe, of which this process keeps the other end.
        case pipe(Foundation.Pipe)
        /// A file that stays open here too.
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
        /// The exit code; if a signal ended it, its number negated.
        var status: Int32?
    }

    /// A program that is yet to be started.
    ///
    /// - Parameters:
    ///   - program: its path, or its name, which is looked for in the folders of PATH.
    ///   - arguments: its arguments.
    ///   - environment: all its variables; nil for those of the tests.
    ///   - folder: the folder in which it starts; nil for that of the tests.
    init(_ program: String, _ arguments: [String], environment: [String: String]? = nil, folder: String? = nil) {
        let own = ProcessInfo.processInfo.environment
        path = program.contains("/") ? program : ProgramPath.find(program, in: own) ?? program
        self.arguments = arguments
        self.environment = environment ?? own
        self.folder = folder
    }

    /// Starts it with no signal blocked, as a shell does.
    ///
    /// A test runs on a thread that blocks signals. With those blocked, the program, and whatever it starts, would not
    /// end by SIGTERM unless it unblocks that itself.
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
        // The ends that the program has are closed here, so that this process sees the end of what it writes.
        if case .pipe(let pipe) = input { try pipe.fileHandleForReading.close() }
        var written: [FileHandle] = []
        for case .pipe(let pipe) in [output, errors] where !written.contains(pipe.fileHandleForWriting) {
            written.append(pipe.fileHandleForWriting)
        }
        for handle in written { try handle.close() }
    }

    /// Runs it to its end, and returns what it has written to standard output, and its status as ``wait()`` does.
    func run(errors: Stream = .inherited) throws -> (output: [UInt8], status: Int32?) {
        let output = Foundation.Pipe()
        try start(input: .nothing, output: .pipe(output), errors: errors)
        return (Array(output.fileHandleForReading.readDataToEndOfFile()), wait())
    }

    /// Whether it is started and has not ended yet.
    var isRunning: Bool { state.withLock { $0.id != nil && !Self.hasEnded(&$0, waiting: false) } }

    /// Asks it to end, unless it has ended.
    func terminate() { end(by: SIGTERM) }

    /// Sends it a signal, unless it has ended.
    func end(by signal: Int32) {
        state.withLock { state in
            guard let id = state.id, !Self.hasEnded(&state, waiting: false) else { return }
            kill(id, signal)
        }
    }

    /// Waits until it ends, and returns the exit code, or the number of the signal that ended it, negated; nil if it was
    /// not started.
    @discardableResult func wait() -> Int32? {
        // Not under the lock: another thread may end it meanwhile.
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
