// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import TestSupport
import Testing

/// Compares hometask's widths with wcwidth 0.7.0. Deliberate differences:
/// - for controls, where wcwidth answers -1 and a width cannot be known;
/// - for a soft hyphen, which is escaped before anything is measured;
/// - for a spacing mark without a base, which a terminal draws in a column of its own and wcwidth counts as 0;
/// - for an emoji modifier or a joiner after an emoji that is narrow alone: UTS #51 makes the sequence an emoji;
/// - for Egyptian format controls, which we count as the signs a terminal without shaping draws;
/// - for Hangul fillers, which are invisible and escaped.
@Suite struct WidthsAgainstPythonTests {
    @Test("Single scalars match wcwidth, alone and after a letter")
    func scalars() throws {
        var generator = SeededGenerator(seed: SeededGenerator.runSeed)
        let scalars = (0..<12_000).compactMap { _ in
            let bound: UInt32 = [0x3000, 0x3000, 0x20000, 0x20000, 0x110000].randomElement(using: &generator) ?? 0
            return Unicode.Scalar(UInt32.random(in: 0..<bound, using: &generator))
        }.filter(isComparable)
        try compare(scalars.filter { $0.properties.generalCategory != .spacingMark }.map { String($0) })
        try compare(scalars.map { "a\($0)" })
    }

    @Test("Sequences match wcwidth")
    func sequences() throws {
        try compare([
            "milk", "Zoë", "日本語", "한국어", "ｱｲ", "👩‍👩‍👧", "❤", "❤️", "❤️‍🔥", "👋🏽", "🇳🇱🇧🇪", "🇳", "1️⃣", "☎︎", "🏳️‍🌈", "👨🏽‍🚀",
            "क्षि", "की", "తెలుగు", "தமிழ்", "ไทยกำ", "မြန်မာ", "ខ្មែរ", "עִבְרִית", "مرحبا", "e\u{301}\u{323}", " 🏽",
            "각", "葛\u{E0100}", "①±…", "কো", "ක්‍ෂ",
        ])
    }

    private func isComparable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0xAD, 0x115F, 0x13430...0x1343F: false
        default: scalar.properties.generalCategory != .unassigned
        }
    }

    private func compare(_ texts: [String]) throws {
        for (text, width) in zip(texts, try PythonWidths.widths(of: texts)) {
            let found = TextWidth.columns(text)
            #expect(found == width, "\(text.unicodeScalars.map(\.debugDescription)): \(SeededGenerator.note)")
        }
    }
}
