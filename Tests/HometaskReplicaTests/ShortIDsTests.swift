// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskQueries
import TestSupport
import Testing

@Suite("Short ids")
struct ShortIDsTests {
    @Test("are four digits, and longer if ambiguous")
    func lengths() throws {
        let texts = [
            "5f0c1111-0000-4000-8000-000000000000", "5f0c1122-0000-4000-8000-000000000000",
            "5f0cffff-0000-4000-8000-000000000000", "aaaa1111-0000-4000-8000-000000000000",
        ]
        let ids = try texts.map { try #require(DocumentID($0)) }
        let short = ShortIDs(ids.reversed())
        #expect(ids.map { short[$0] } == ["5f0c1111", "5f0c1122", "5f0cff", "aaaa"])
    }

    @Test("identify one document each among many")
    func unique() {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let ids = (0..<2000).map { _ in DocumentID.random(using: &generator) }
        let short = ShortIDs(ids)
        #expect(Set(ids.map { short[$0] }).count == ids.count, "\(SeededGenerator.note)")
        for id in ids.prefix(50) { #expect(ids.filter { $0.hasPrefix(short[id]) } == [id], "\(SeededGenerator.note)") }
    }
}
