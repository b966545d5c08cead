// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Help")
struct HelpTests {
    @Test("the version is one line on standard output")
    func version() throws {
        let root = try TemporaryFolder()
        let device = try Device("phone", in: root)
        let outcome = try device.run("--version").expectQuietly()
        #expect(outcome.lines.count == 1)
    }

    @Test("a word that is no command is refused")
    func unknownCommand() throws {
        let root = try TemporaryFolder()
        let device = try Device("phone", in: root)
        try device.run("no-such-command").expect(status: 64, stdout: .empty)
    }
}
