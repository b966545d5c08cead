// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// Random text that breaks layouts and terminals, mixed with ordinary words.
struct HostileText {
    var generator: SeededGenerator

    private static let pieces: [String] = [
        "milk", "Bins out", " ", "  ", "ü", "日本語", "한국어", "क्षि", "தமிழ்", "e\u{301}\u{323}", "👩‍👩‍👧", "🇳🇱", "👋🏽", "❤️", "☎",
        "1️⃣", "🏽", "\u{1F1F3}", "\u{1B}[31m", "\u{1B}]0;x\u{7}", "\u{9B}2J", "\u{7F}", "\u{0}", "\n", "\t", "\r\n",
        "\u{202E}", "\u{2066}", "\u{200F}", "\u{61C}", "\u{2028}", "\u{FEFF}", "\u{200B}", "\u{200C}", "\u{200D}",
        "\u{FE0F}", "\u{E0100}", "\u{E0041}", "\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "\u{301}", "\u{903}", "\u{600}", "\u{D4E}", "\u{1160}", "\u{115F}", "\u{3164}", "\u{FFF9}", "\u{FFFF}",
        "\u{AD}",
        "می\u{200C}خواهم", "\\u{1b}", "葛\u{E0100}", "𓀀",
    ]

    mutating func next() -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                text.unicodeScalars.append(scalar())
            } else {
                text += Self.pieces.randomElement(using: &generator) ?? ""
            }
        }
        return text
    }

    private mutating func scalar() -> Unicode.Scalar {
        let bound: UInt32 = [0x100, 0x3000, 0x10000, 0x20000, 0xE1000].randomElement(using: &generator) ?? 0x100
        return Unicode.Scalar(UInt32.random(in: 0..<bound, using: &generator)) ?? "\u{FFFD}"
    }
}
