// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Process {
    /// A process that is yet to be started: a program on the PATH by its name, and its arguments.
    convenience init(_ program: String, _ arguments: [String]) {
        self.init()
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let places = folders.map { "\($0)/\(program)" }
        let place = places.first { FileManager.default.isExecutableFile(atPath: $0) }
        executableURL = URL(filePath: place ?? program)
        self.arguments = arguments
    }

    /// Starts the program with no signal blocked, as a shell does.
    ///
    /// A test runs on a thread that blocks signals, and `run()` hands that on: the program, and whatever it starts, would
    /// not end by SIGTERM unless it unblocks that itself.
    func start() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
