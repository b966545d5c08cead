// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import Testing

@testable import HometaskHunts

@Suite("Code words")
struct CodeWordTests {
    @Test("ignore case, spaces and accents", arguments: ["Old Oak", "oldoak", " OLD-OAK! ", "óld oák", "ｏｌｄ　ｏａｋ"])
    func folding(text: String) throws {
        #expect(try #require(CodeWord(text)).folded == Array("oldoak".utf8))
    }

    @Test("need a letter or a digit", arguments: ["", "  ", "-!?"])
    func empty(text: String) { #expect(CodeWord(text) == nil) }

    @Test("are not tried if the stored cost is implausible", arguments: [9, 19, 30])
    func cost(_ cost: Int) throws {
        let word = try #require(CodeWord("oak"))
        let check = CodeCheck(salt: "00", cost: cost, check: "")
        #expect(#expect(throws: ReplicaError.self) { try word.key(for: check) }?.code == .newerFormat)
    }
}
