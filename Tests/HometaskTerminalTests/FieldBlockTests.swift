// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import TestSupport
import Testing

@Suite struct FieldBlockTests {
    @Test("Values are aligned in one column with a hanging indent")
    func layout() {
        var block = FieldBlock()
        block.add("Title", "Take out the bins")
        block.add("Notes", "Both of them, please\n\nTwice", style: .dim)
        block.add("担当", "Zoë")
        #expect(
            block.lines(width: 20, mode: .none) == [
                "Title  Take out the", "       bins", "Notes  Both of them,", "       please", "", "       Twice",
                "担当   Zoë",
            ])
    }

    @Test("A style surrounds each line of its value")
    func styles() {
        var block = FieldBlock()
        block.add("A", "one two", style: .red)
        #expect(
            block.lines(width: 12, mode: .basic) == ["\u{1B}[2mA\u{1B}[0m  \u{1B}[31mone two\u{1B}[0m"])
    }

    @Test("Any block fits its width, without control characters")
    func anyBlockFits() {
        var texts = HostileText(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<1_000 {
            var block = FieldBlock()
            for _ in 0..<3 { block.add(texts.next(), texts.next()) }
            let width = Int.random(in: 12...40, using: &texts.generator)
            for line in block.lines(width: width, mode: .none) {
                let note: Comment = "\(line.debugDescription) in \(width): \(SeededGenerator.note)"
                #expect(TextWidth.columns(line) <= width, note)
                #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, note)
            }
        }
    }
}
