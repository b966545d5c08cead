// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import Testing

@testable import HometaskGit

@Suite("Blocking work on its own thread")
struct WaitingThreadTests {
    @Test("A result in time is returned; unfinished work is abandoned")
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
