// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskSystem
import Testing

@Suite("Writing without a reader")
struct BrokenPipeSignalTests {
    /// Writes a byte, and returns the number of the error.
    private func failure(of descriptor: Int32) -> Int32? {
        let count = BrokenPipeSignal.blocked { write(descriptor, "x", 1) }
        let number = errno
        return count < 0 ? number : nil
    }

    @Test("It is an error with its number, and afterwards the signal is neither raised nor blocked")
    func brokenPipe() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        #expect(failure(of: ends[1]) == nil)
        close(ends[0])
        #expect(failure(of: ends[1]) == EPIPE)
        close(ends[1])
        var (pending, mask) = (sigset_t(), sigset_t())
        sigpending(&pending)
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        #expect(sigismember(&pending, SIGPIPE) == 0 && sigismember(&mask, SIGPIPE) == 0)
    }

    @Test("Another error keeps its number")
    func otherError() {
        #expect(failure(of: -1) == EBADF)
    }
}
