// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import TestSupport
import Testing

@Suite struct EscapedTextTests {
    @Test(
        "Terminal controls and hidden characters become visible",
        arguments: [
            ("\u{1B}[31mred", #"\u{1b}[31mred"#),
            ("\u{9B}2J\u{7F}\u{0}", #"\u{9b}2J\u{7f}\u{0}"#),
            ("a\nb\tc\rd", #"a\nb\tc\rd"#),
            ("a\u{202E}b\u{2069}\u{200E}\u{61C}", #"a\u{202e}b\u{2069}\u{200e}\u{61c}"#),
            ("a\u{2028}\u{2029}\u{FEFF}\u{200B}\u{AD}", #"a\u{2028}\u{2029}\u{feff}\u{200b}\u{ad}"#),
            ("x\u{E0041}\u{E007F}", #"x\u{e0041}\u{e007f}"#),
            ("\u{3164}\u{115F}\u{FFF9}", #"\u{3164}\u{115f}\u{fff9}"#),
            ("a\u{200D}b\u{200C}", #"a\u{200d}b\u{200c}"#),
            ("a\u{FE0F}", #"a\u{fe0f}"#),
            ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}" + #"\u{fe0f}"#),
            ("😀\u{E0101}\u{E0102}", "😀" + #"\u{e0101}\u{e0102}"#),
            ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴" + #"\u{e0067}\u{e0062}\u{e007f}"#),
            (
                "🏴\u{E0067}\u{E0062}\u{E0078}\u{E0078}\u{E0078}\u{E007F}",
                "🏴" + #"\u{e0067}\u{e0062}\u{e0078}\u{e0078}\u{e0078}\u{e007f}"#
            ),
            ("\u{301}a", #"\u{301}a"#),
            ("a\u{7F}b", #"a\u{7f}b"#),
            ("a\u{80}\u{85}\u{9F}", #"a\u{80}\u{85}\u{9f}"#),
            ("😀\u{1B}\u{200D}😀", #"😀\u{1b}\u{200d}😀"#),
        ])
    func escapes(text: String, expected: String) {
        #expect(EscapedText.safe(text) == expected)
    }

    @Test("JSON text keeps its meaning, with terminal controls escaped")
    func json() {
        #expect(EscapedText.json("{\"a\":\"\u{202E}é\u{85}\"}\n") == #"{"a":"\u202eé\u0085"}"# + "\n")
        #expect(EscapedText.json("[\"plain\"]\n") == "[\"plain\"]\n")
    }

    @Test(
        "Ordinary text is unchanged",
        arguments: [
            "Take out the bins", "Öl für Zoë's café", "日本語 한국어", "e\u{301}", "👩‍👩‍👧 ❤️‍🔥 👋🏽 🇳🇱 1️⃣ ☎︎ 🏳️‍🌈",
            "می‌خواهم", "ه‍", "ක්‍ෂ", "क्‍ष", "葛\u{E0100}", "ᠠ\u{180B}", "\u{600}12", #"C:\u{1b}"#,
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        ])
    func keeps(text: String) {
        #expect(Array(EscapedText.safe(text).unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("The symbols on the fast path are no marks, format characters or hidden ones")
    func signs() throws {
        for value in UInt32(0x2190)..<0x2C00 {
            let scalar = try #require(Unicode.Scalar(value))
            let categories: [Unicode.GeneralCategory] = [
                .mathSymbol, .otherSymbol, .otherNumber, .openPunctuation, .closePunctuation, .unassigned,
            ]
            #expect(categories.contains(scalar.properties.generalCategory), "\(String(value, radix: 16))")
            #expect(!scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector)
            #expect(EscapedText.safe("a\(scalar)b") == "a\(scalar)b")
        }
    }

    @Test("Noncharacters become visible", arguments: [UInt32(0xFDD0), 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF])
    func noncharacters(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(EscapedText.safe("a\(scalar)b") == "a\\u{\(String(value, radix: 16))}b")
    }

    @Test("With lines kept, a line feed stays, but a carriage return and a tab do not")
    func lines() {
        #expect(EscapedText.safe("a\r\n\tb\u{1B}\n", keepsLines: true) == "a\\r\n\\tb\\u{1b}\n")
        #expect(EscapedText.safe("a\n\u{301}b", keepsLines: true) == "a\n\\u{301}b")
    }

    @Test("Hostile text loses every control and hidden scalar, and is a fixed point", arguments: [false, true])
    func hostile(keepsLines: Bool) {
        var texts = HostileText(generator: SeededGenerator(seed: SeededGenerator.runSeed))
        for _ in 0..<5_000 {
            let text = texts.next()
            let safe = EscapedText.safe(text, keepsLines: keepsLines)
            let note: Comment = "\(text.debugDescription): \(SeededGenerator.note)"
            #expect(!safe.unicodeScalars.contains { isForbidden($0, keepsLines: keepsLines) }, note)
            let again = EscapedText.safe(safe, keepsLines: keepsLines)
            #expect(Array(again.unicodeScalars) == Array(safe.unicodeScalars), note)
        }
    }

    private func isForbidden(_ scalar: Unicode.Scalar, keepsLines: Bool) -> Bool {
        switch scalar.value {
        case 0x0A: !keepsLines
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE001F:
            true
        default: false
        }
    }
}
