// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The signal SIGPIPE, raised by a write to a pipe without a reader.
public enum BrokenPipeSignal {
    /// Runs something during which a write to a closed pipe is an error and no signal.
    ///
    /// The default action of SIGPIPE would end the process without a word, between two steps of whatever else it
    /// does. So the signal is blocked for this thread alone, and one that was raised is taken off again: what the
    /// process, its other threads and its children do with SIGPIPE stays as it was.
    public static func blocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        var brokenPipe = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
        defer {
            var immediately = timespec()
            if !wasPending { while sigtimedwait(&brokenPipe, nil, &immediately) == -1 && errno == EINTR {} }
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return try body()
    }
}
