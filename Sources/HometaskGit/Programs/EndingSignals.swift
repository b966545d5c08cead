// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import Synchronization

/// Catches the signals that ask this process to end (Ctrl-C, SIGTERM, a closed terminal) while a program runs that must
/// end first. Signals that are ignored, or that have another handler, are left alone.
final class EndingSignals {
    private static let isCaught = Mutex(false)

    private let ends: (read: Int32, write: Int32)
    private var before: [(number: Int32, action: sigaction)] = []

    /// Starts catching signals; nil if they are caught already, or cannot be caught.
    init?() {
        let isFirst = Self.isCaught.withLock { isCaught in
            defer { isCaught = true }
            return !isCaught
        }
        guard isFirst else { return nil }
        var pipe: [Int32] = [-1, -1]
        guard unsafe hometask_pipe(&pipe, 1) == 0 else {
            Self.isCaught.withLock { $0 = false }
            return nil
        }
        ends = (pipe[0], pipe[1])
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            if unsafe hometask_catch_signal(number, ends.write, &action) != 0 { before.append((number, action)) }
        }
    }

    /// Stops, and restores the previous signal handlers. Call it once.
    func stop() {
        for (number, action) in before {
            var action = action
            unsafe sigaction(number, &action, nil)
        }
        close(ends.read)
        close(ends.write)
        Self.isCaught.withLock { $0 = false }
    }

    /// Becomes readable when a signal has arrived.
    var descriptor: Int32 { ends.read }

    /// Returns the first signal that arrived; nil if there was none.
    func first() -> Int32? {
        var byte: UInt8 = 0
        return unsafe read(ends.read, &byte, 1) == 1 ? Int32(byte) : nil
    }
}
