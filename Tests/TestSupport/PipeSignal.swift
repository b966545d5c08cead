// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The signal SIGPIPE, raised by a write to a pipe without a reader.
public enum PipeSignal {
    /// Whether a function raises the signal in this thread and leaves it pending.
    ///
    /// The signal is blocked meanwhile: it does not end the tests, and stays pending even if the tests inherited a
    /// disposition to ignore it.
    public static func isRaised(by body: () throws -> Void) rethrows -> Bool {
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer {
            var immediately = timespec()
            sigtimedwait(&signals, nil, &immediately)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        try body()
        return isPending
    }

    /// Runs a function with a descriptor that has no reader.
    ///
    /// The descriptor is one of a pair of sockets, which can be shut down for all processes: a program started by
    /// another test at the same moment would hold the other end of a pipe open until it runs.
    public static func withUnreadEnd(_ body: (Int32) throws -> Void) rethrows {
        var ends: [Int32] = [-1, -1]
        let isMade = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        precondition(isMade && shutdown(ends[0], Int32(SHUT_RDWR)) == 0, "no sockets")
        close(ends[0])
        defer { close(ends[1]) }
        try body(ends[1])
    }

    /// Whether the signal is pending.
    public static var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
    }

    /// Whether this thread blocks the signal.
    public static var isBlocked: Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, SIGPIPE) == 1
    }
}
