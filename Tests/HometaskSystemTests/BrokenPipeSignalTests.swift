// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import TestSupport
import Testing

@Suite("Writing without a reader")
struct BrokenPipeSignalTests {
    /// Writes a byte, and returns the error number.
    private func failure(of descriptor: Int32) -> Int32? {
        let count = BrokenPipeSignal.blocked { write(descriptor, "x", 1) }
        let number = errno
        return count < 0 ? number : nil
    }

    @Test("A write without a reader fails with EPIPE; SIGPIPE is neither raised nor blocked afterwards")
    func brokenPipe() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        #expect(failure(of: ends[1]) == nil)
        for end in ends { close(end) }
        try PipeSignal.withUnreadEnd { writing in
            let isRaisedByWrite = PipeSignal.isRaised { _ = write(writing, "x", 1) }
            #expect(isRaisedByWrite)
            let isRaised = PipeSignal.isRaised { _ = failure(of: writing) }
            let isBlocked = BrokenPipeSignal.blocked { PipeSignal.isBlocked }
            // Otherwise the signal would end the tests below.
            try #require(!isRaised && isBlocked)
            #expect(failure(of: writing) == EPIPE)
        }
        #expect(!PipeSignal.isPending && !PipeSignal.isBlocked)
    }

    @Test("Any other error keeps its number")
    func otherError() {
        #expect(failure(of: -1) == EBADF)
    }
}
