// SPDX-License-Identifier: Apache-2.0

import CTestSupport
import Foundation
import HometaskPlatform
import Testing

/// A program on a pseudo-terminal of its own, with a simulated user.
final class Terminal {
    /// All output so far, with plain line endings.
    var shown: String { String(decoding: bytes, as: UTF8.self) }
    private var bytes: [UInt8] = []
    private var hasEnded = false
    private let master: Int32
    private let process: pid_t
    private let arguments: [String]
    private var read = 0
    /// The timeout in seconds after which the program is killed.
    private static let patience: TimeInterval = 60

    /// Starts `hometask` in the family's folder, or in the device's home if that folder does not exist.
    ///
    /// - Parameter rows: the terminal's height in lines; nil if unknown.
    convenience init(_ device: Device, _ arguments: String..., rows: UInt16? = nil) throws {
        try self.init(device, running: Program.path, with: arguments, rows: rows)
    }

    /// Starts a program in the same way.
    init(_ device: Device, running program: String, with arguments: [String], rows: UInt16? = nil) throws {
        self.arguments = arguments
        var (ours, theirs): (Int32, Int32) = (0, 0)
        var size = winsize(ws_row: rows ?? 0, ws_col: rows == nil ? 0 : 80, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ours, &theirs, nil, nil, &size) == 0 else { throw POSIXError(.ENXIO) }
        for descriptor in [ours, theirs] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        master = ours
        defer { close(theirs) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [0, 1, 2] as [Int32] { posix_spawn_file_actions_adddup2(&actions, theirs, descriptor) }
        // Test threads may block signals; the program starts with a shell's signal handling.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let isThere = FileManager.default.fileExists(atPath: device.folder)
        let folder = isThere ? device.folder : device.home
        _ = hometask_begin_in(&actions, folder)
        // --ctty makes this the controlling terminal, so that Ctrl-C reaches the program.
        let words = (["setsid", "--ctty", program] + arguments).map { strdup($0) } + [nil]
        let variables = device.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        guard posix_spawnp(&process, "setsid", &actions, &attributes, words, variables) == 0 else {
            throw POSIXError(.ENOENT)
        }
        self.process = process
    }

    deinit { close(master) }

    /// Waits until the program shows a text after the previously awaited text.
    func waitFor(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let end = Date(timeIntervalSinceNow: Self.patience)
        while true {
            let rest = String(decoding: bytes[read...], as: UTF8.self)
            if let range = rest.range(of: text) {
                read += rest[..<range.upperBound].utf8.count
                return
            }
            guard !hasEnded, Date() < end else { break }
            _ = receive(waiting: 200)
        }
        kill(process, SIGKILL)
        Issue.record("‘\(text)’ was not shown, but:\n\(shown)", sourceLocation: sourceLocation)
        throw POSIXError(.ETIMEDOUT)
    }

    /// Types a text; `\u{3}` is Ctrl-C, and `\u{4}` at the start of a line ends the input.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Waits for a question and answers it.
    func answer(_ question: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try waitFor(question, sourceLocation: sourceLocation)
        type(text)
    }

    /// Waits for the program's end; the terminal's output becomes the outcome's standard output.
    func finish() -> Outcome {
        let end = Date(timeIntervalSinceNow: Self.patience)
        var code: Int32 = 0
        while waitpid(process, &code, WNOHANG) == 0 {
            _ = receive(waiting: 20)
            if Date() > end { kill(process, SIGKILL) }
        }
        while receive(waiting: 0) {}
        let signal = code & 0x7F
        return Outcome(
            arguments: arguments, status: signal == 0 ? (code >> 8) & 0xFF : -signal, stdout: shown, stderr: "")
    }

    /// Reads the program's output; false if there is none within the given milliseconds.
    private func receive(waiting time: Int32) -> Bool {
        var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, time) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = HometaskPlatform.read(master, &buffer, buffer.count)
        // Linux returns EIO once the other end is closed.
        guard count > 0 else {
            hasEnded = true
            usleep(1000)
            return false
        }
        bytes += buffer[..<count].filter { $0 != 0x0D }
        return true
    }
}
