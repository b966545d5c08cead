// SPDX-License-Identifier: Apache-2.0

extension Unicode.Scalar {
    /// Returns whether this scalar, from U+0300 up, is allowed on a terminal between these two neighbours.
    func isHarmless(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        if value == 0x200D { return joins(previous, next) }
        if value == 0x200C { return previous?.isInJoiningScript == true }
        if properties.isVariationSelector { return selects(previous, before: next) }
        if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return false }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        case .format: return isVisibleFormat
        case .nonspacingMark, .enclosingMark, .spacingMark: return previous != nil && previous != "\n"
        default: return true
        }
    }

    /// Whether this is an emoji to which others can be joined. The digits, signs and regional indicators that Unicode
    /// also lists as emoji are only parts of keycaps and flags.
    var isPictograph: Bool {
        value > 0x7F && properties.isEmoji && !(0x1F1E6...0x1F1FF).contains(value)
    }

    /// Returns whether a zero-width joiner has an effect: between two emoji, or after a letter or mark whose shape it
    /// changes.
    private func joins(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
        guard let previous else { return false }
        if previous.isInJoiningScript { return true }
        return (previous.isPictograph || previous.value == 0xFE0F) && next?.isPictograph == true
    }

    /// Returns whether a variation selector has an effect. It applies to one base; a second one in a row only carries
    /// hidden data.
    private func selects(_ base: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        guard let base, !base.properties.isVariationSelector else { return false }
        switch value {
        case 0xFE0E, 0xFE0F: return base.isPictograph || (base.properties.isEmoji && next?.value == 0x20E3)
        case 0x180B...0x180F: return (0x1820...0x18AA).contains(base.value)
        default: return base.properties.isIdeographic
        }
    }

    /// Whether a format character is visible. Arabic, Syriac, Kaithi and Egyptian signs are called format characters,
    /// but are drawn. Interlinear annotation (U+FFF9 to U+FFFB) and the bidirectional controls are not.
    var isVisibleFormat: Bool {
        switch value {
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD, 0x13430...0x1343F: true
        default: false
        }
    }

    /// Whether this is a letter or mark of a script in which the joiners choose between shapes (The Unicode Standard,
    /// 23.2): Arabic to Malayalam and Sinhala, Myanmar, Khmer, Mongolian, Balinese to Batak, and their later relatives.
    private var isInJoiningScript: Bool {
        switch value {
        case 0x0620...0x08FF, 0x0900...0x0DFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1820...0x18AF, 0x1B00...0x1BFF,
            0xA840...0xA87F, 0xA8E0...0xA8FF, 0xA980...0xA9DF, 0xAA60...0xAA7F, 0xABC0...0xABFF, 0xFB50...0xFDFF,
            0xFE70...0xFEFC, 0x10A00...0x10AFF, 0x10D00...0x10D3F, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            properties.isAlphabetic || properties.canonicalCombiningClass != .notReordered
        default: false
        }
    }
}
