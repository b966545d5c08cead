// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An open descriptor that text is written to.
struct FileDescriptor {
    let number: Int32
    let name: String

    /// Writes everything, whatever the pieces that the kernel takes it in.
    ///
    /// The default action of SIGPIPE would end the process without a word, between two steps of whatever else it
    /// does. So the signal is blocked for this thread alone while it writes, and one that the write raised is
    /// taken off again: what the process, its other threads and its children do with SIGPIPE stays as it was.
    func write(_ text: String) throws {
        var text = text
        try withBrokenPipeSignalBlocked {
            try text.withUTF8 { try write($0) }
        }
    }

    private func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = Glibc.write(number, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else {
                try recover(from: errno)
            }
        }
    }

    private func recover(from code: Int32) throws {
        switch code {
        case EINTR: return
        case EAGAIN:
            var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
            poll(&waiting, 1, -1)
        case EPIPE: throw BrokenPipe()
        default: throw OutputError(destination: name, code: code)
        }
    }

    private func withBrokenPipeSignalBlocked(_ body: () throws -> Void) rethrows {
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
        try body()
    }
}
