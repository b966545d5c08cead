// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskPlugin

@Suite("Messages of a plugin to its host")
struct HostConnectionTests {
    @Test("A closed host is an error, and does not raise SIGPIPE")
    func goneHost() {
        PipeSignal.withUnreadEnd { writing in
            let connection = HostConnection(input: -1, output: writing)
            var error: RPCError?
            let isRaised = PipeSignal.isRaised {
                error = #expect(throws: RPCError.self) { try connection.notify("log", [:]) }
            }
            #expect(!isRaised)
            #expect(error?.code == RPCError.Code.cancelled.rawValue)
        }
    }
}
