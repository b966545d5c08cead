// SPDX-License-Identifier: Apache-2.0

import HometaskMerging
import Testing

@testable import HometaskCommands

@Suite("Authors of conflicting edits")
struct ConflictFormatterTests {
    @Test(
        "An actor without a device is described by its origin, which may be a form on a web page",
        arguments: [
            ("g0123456789abcdef", "a commit made with git"),
            ("x0123456789abcdef", "an edit on a web page, by hand or with git"),
            ("r0123456789abcdef", "from the previous task of the series"),
            ("d0123456789abc", "an unknown device"),
        ])
    func sources(actor: String, words: String) throws {
        #expect(ConflictFormatter.source(of: try #require(ActorID(actor))) == words)
    }
}
