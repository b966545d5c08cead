// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The signal SIGPIPE, raised by a write to a pipe without a reader.
public enum BrokenPipeSignal {
    /// Runs code in which a write to a closed pipe causes an error instead of a signal.
    ///
    /// By default, SIGPIPE would end the process without a message, in the middle of its other work. The signal is
    /// therefore blocked for this thread only, and cleared if it was raised. The handling of SIGPIPE in the rest of the
    /// process, its other threads and its children does not change. `errno` is preserved from the code. A socket needs
    /// none of this: send(2) has `MSG_NOSIGNAL`.
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
            let number = errno
            var immediately = timespec()
            if !wasPending { while sigtimedwait(&brokenPipe, nil, &immediately) == -1 && errno == EINTR {} }
            pthread_sigmask(SIG_SETMASK, &before, nil)
            errno = number
        }
        return try body()
    }
}
