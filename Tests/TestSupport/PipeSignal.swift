// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The signal SIGPIPE, as a write to a pipe without a reader raises it.
public enum PipeSignal {
    /// Whether a function has the signal raised in this thread, and leaves it there.
    ///
    /// The signal is blocked meanwhile: so it does not end the tests, and waits even where they were started by somebody
    /// who ignores it.
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

    /// Runs a function with a descriptor that nobody reads from.
    ///
    /// It is one of a pair of sockets, which can be shut for all: a program that another test starts at the same moment
    /// would hold the end of a pipe open until it runs.
    public static func withUnreadEnd(_ body: (Int32) throws -> Void) rethrows {
        var ends: [Int32] = [-1, -1]
        let isMade = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        precondition(isMade && shutdown(ends[0], Int32(SHUT_RDWR)) == 0, "no sockets")
        close(ends[0])
        defer { close(ends[1]) }
        try body(ends[1])
    }

    /// Whether the signal was raised and waits.
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
