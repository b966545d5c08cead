// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import TestSupport
import Testing

@Suite struct TextWidthTests {
    @Test(
        "Known texts have known widths",
        arguments: [
            ("", 0), ("milk", 4), ("Zoë", 3), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한국", 4),
            ("각", 2), ("👩‍👩‍👧", 2), ("❤", 1), ("❤️", 2), ("❤️‍🔥", 2), ("👋🏽", 2), ("🇳🇱", 2), ("🇳🇱🇧🇪", 4), ("1️⃣", 2), ("☎︎", 1),
            ("…", 1), ("±", 1), ("क्षि", 2), ("☝🏽", 2), ("1🏽", 3),
            ("🏽\u{FE0F}🏽", 4), ("😀\u{903}", 3), ("\u{600}❤️", 3),
            ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2),
        ])
    func known(text: String, width: Int) {
        #expect(TextWidth.columns(text) == width)
    }

    @Test("Padding is exact, and truncation keeps the maximum number of graphemes")
    func exact() {
        var texts = HostileText(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<5_000 {
            let text = EscapedText.safe(texts.next())
            let width = Int.random(in: 0...30, using: &texts.generator)
            let natural = TextWidth.columns(text)
            let note: Comment = "\(text.debugDescription) to \(width): \(SeededGenerator.note)"
            for alignment in [Alignment.left, .right] {
                let padded = TextWidth.padded(text, to: width, alignment: alignment)
                #expect(TextWidth.columns(padded) == max(width, natural), note)
            }
            let truncated = TextWidth.truncated(text, to: width)
            if natural <= width {
                #expect(truncated == text, note)
            } else {
                // By scalar: a prepended mark at the cut and the ‘…’ form one grapheme.
                let kept = width == 0 ? "" : String(truncated.unicodeScalars.dropLast())
                let longer = text.prefix(kept.count + 1)
                #expect(truncated == (width == 0 ? "" : kept + "…") && text.hasPrefix(kept), note)
                #expect(TextWidth.columns(truncated) <= width, note)
                #expect(TextWidth.columns(String(longer)) + 1 > width, note)
            }
        }
    }

    @Test("Truncation cuts between graphemes")
    func truncation() {
        #expect(TextWidth.truncated("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", to: 5) == "👩‍👩‍👧👩‍👩‍👧…")
        #expect(TextWidth.truncated("日本語", to: 4) == "日…")
        #expect(TextWidth.truncated("milk", to: 4) == "milk")
        #expect(TextWidth.truncated("bread", to: 4) == "bre…")
        #expect(TextWidth.truncated("bread", to: 1) == "…")
        #expect(TextWidth.truncated("bread", to: 0).isEmpty)
        #expect(TextWidth.truncated("a\u{D4E}\u{13434}b", to: 3) == "a\u{D4E}…")
    }

    @Test("Text breaks at spaces and beside wide characters, and inside a word only if necessary")
    func wrapping() {
        #expect(TextWidth.wrapped("take out the bins", to: 8) == ["take out", "the bins"])
        #expect(TextWidth.wrapped("take   out", to: 5) == ["take", "out"])
        #expect(TextWidth.wrapped("unbreakable", to: 4) == ["unbr", "eaka", "ble"])
        #expect(TextWidth.wrapped("日本語の本", to: 5) == ["日本", "語の", "本"])
        #expect(TextWidth.wrapped("buy 牛乳 now", to: 6) == ["buy 牛", "乳 now"])
        #expect(TextWidth.wrapped("one\n\ntwo", to: 9) == ["one", "", "two"])
        #expect(TextWidth.wrapped("", to: 9) == [""])
    }

    @Test(
        "A leading space or prepended mark that joins a cluster adds its own column and changes no other",
        arguments: ["🏽\u{DDC}\u{200D}", "🏽\u{FE0F}🏽", "❤️", "👋🏽", "1️⃣", "🇳🇱", "👩‍👩‍👧", "क्षि", "ｶ\u{FF9E}", "\u{FF9E}"])
    func prefixes(text: String) {
        for prefix in [" ", "\u{600}", "\u{600} "] {
            let count = prefix.unicodeScalars.count
            #expect(
                TextWidth.columns(prefix + text) == count + TextWidth.columns(text), "after \(prefix.debugDescription)")
        }
    }

    @Test("A cluster is split only if it fits on no line, and never inside an emoji")
    func cutClusters() {
        let marks = String(repeating: "\u{600}", count: 3)
        #expect(TextWidth.wrapped(marks + "❤️a", to: 2) == ["\u{600}\u{600}", "\u{600}", "❤️", "a"])
        #expect(TextWidth.wrapped("a🏽🏽", to: 3) == ["a🏽", "🏽"])
    }

    @Test("Wrapped lines fit and lose nothing but spaces and line feeds")
    func wrappedLinesFit() {
        var texts = HostileText(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<5_000 {
            let text = EscapedText.safe(texts.next(), keepsLines: true)
            let width = Int.random(in: 2...20, using: &texts.generator)
            let lines = TextWidth.wrapped(text, to: width)
            let note: Comment = "\(text.debugDescription) to \(width): \(SeededGenerator.note)"
            #expect(lines.allSatisfy { TextWidth.columns($0) <= width }, note)
            #expect(visible(lines.joined()) == visible(text), note)
        }
    }

    private func visible(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { $0 != " " && $0 != "\n" }
    }

    @Test("A quoted command stays on one line if it fits")
    func commands() {
        let text =
            "Two are one: 'hometask member merge \"#1a\" \"#2b\"' makes them one; it's 'git status' that shows it"
        #expect(
            TextWidth.wrapped(text, to: 40) == [
                "Two are one:", "'hometask member merge \"#1a\" \"#2b\"'", "makes them one; it's 'git status' that",
                "shows it",
            ])
        #expect(TextWidth.wrapped("Say 'hometask list --all'", to: 12) == ["Say", "'hometask", "list --all'"])
    }
}
