// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HometaskHunts

@Suite("Code words")
struct CodeWordTests {
    @Test("are one word however they are typed", arguments: ["Old Oak", "oldoak", " OLD-OAK! ", "óld oák", "ｏｌｄ　ｏａｋ"])
    func folding(text: String) throws {
        #expect(try #require(CodeWord(text)).folded == Array("oldoak".utf8))
    }

    @Test("have a letter or a digit", arguments: ["", "  ", "-!?"])
    func empty(text: String) { #expect(CodeWord(text) == nil) }
}
