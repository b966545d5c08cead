// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import HometaskPlugin

@Suite("What a plugin tells its host")
struct HostConnectionTests {
    @Test("A host that is gone is an error, and ends no process that has not ignored SIGPIPE")
    func goneHost() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let connection = HostConnection(input: -1, output: ends[1])
        let error = #expect(throws: RPCError.self) { try connection.notify("log", [:]) }
        #expect(error?.code == RPCError.Code.cancelled.rawValue)
    }
}
