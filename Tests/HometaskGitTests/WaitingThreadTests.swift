// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import HometaskGit

@Suite("Work that waits on a thread of its own")
struct WaitingThreadTests {
    @Test("An answer in time is given; work that does not end is left alone")
    func patience() async throws {
        #expect(await WaitingThread.run(forAtMost: 60_000) { 7 } == 7)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let late = await WaitingThread.run(forAtMost: 20) {
            var byte: UInt8 = 0
            let count = read(reading, &byte, 1)
            close(reading)
            return count
        }
        #expect(late == nil)
        close(writing)
    }
}
