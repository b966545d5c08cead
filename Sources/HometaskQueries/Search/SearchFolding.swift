// SPDX-License-Identifier: Apache-2.0

/// Defines how searches treat a scalar: as part of a word, with its folded form, or as a word separator.
///
/// Words consist of letters, digits and their marks. Case is ignored, and so are accents, Hebrew points, Arabic vowel
/// signs and invisible characters: `Café`, `CAFE` and `cafe` are one word. Vowel signs that function as letters (in the
/// scripts of India and in Thai) are kept. A character of a script that does not separate words by spaces (Chinese,
/// Japanese, Thai and similar) is a word by itself, and so is a pictograph.
enum SearchFolding {
    /// How a scalar is treated.
    enum Kind: Hashable {
        /// A separator between words.
        case separator
        /// Ignored: the text around it forms one word.
        case nothing
        /// Part of a word, as these scalars.
        case letter([Unicode.Scalar])
        /// A mark on the preceding letter.
        case mark(Unicode.Scalar)
        /// A word by itself, as these scalars.
        case single([Unicode.Scalar])
    }

    /// Returns the treatment of a non-ASCII scalar.
    static func kind(of scalar: Unicode.Scalar) -> Kind {
        let place = Int(scalar.value) - 0x80
        return near.indices.contains(place) ? near[place] : computedKind(of: scalar)
    }

    /// The kinds of the Latin, Greek, Cyrillic, Hebrew and Arabic scalars, computed once.
    private static let near: [Kind] = (0x80..<0x800).map { value in
        Unicode.Scalar(UInt32(value)).map { computedKind(of: $0) } ?? .separator
    }

    private static func computedKind(of scalar: Unicode.Scalar) -> Kind {
        if let base = FoldedLetters.base(of: scalar) { return letter(base) }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return .nothing }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return isAccent(scalar) ? .nothing : .mark(scalar)
        case .spacingMark: return .mark(scalar)
        case .otherSymbol: return .single([scalar])
        case .decimalNumber: return .letter([digit(scalar)])
        case .otherLetter where standsAlone(scalar): return .single([scalar])
        case .letterNumber where standsAlone(scalar): return .single([scalar])
        case .otherLetter: return .letter(jamo(of: scalar) ?? [scalar])
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .letterNumber, .otherNumber:
            return letter(small(scalar))
        default: return .separator
        }
    }

    private static func letter(_ base: [Unicode.Scalar]) -> Kind {
        // A kana with its sign is a word by itself, like the kana without it.
        guard let first = base.first else { return .nothing }
        guard standsAlone(first) else { return .letter(base) }
        return .single(base)
    }

    /// Converts a letter to lower case and removes accents.
    private static func small(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if (0xFF21...0xFF5A).contains(scalar.value) {
            // The full-width forms of ASCII letters.
            return Unicode.Scalar((scalar.value - 0xFEE0) | 0x20).map { [$0] } ?? [scalar]
        }
        return scalar.properties.lowercaseMapping.unicodeScalars.flatMap { lower -> [Unicode.Scalar] in
            if let base = FoldedLetters.base(of: lower) { return base }
            return isAccent(lower) ? [] : [lower]
        }
    }

    /// Whether a mark is ignored: according to its combining class it is over, above or below a letter, or it is a
    /// Hebrew point or an Arabic or Syriac sign.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark else {
            return scalar.properties.generalCategory == .enclosingMark
        }
        return switch scalar.properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 200...240: true
        default: false
        }
    }

    /// Converts a digit of any script to ASCII.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let value = scalar.properties.numericValue.map { UInt32($0) } ?? 0
        return Unicode.Scalar(0x30 + value % 10) ?? scalar
    }

    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF: true
        default: scalar.properties.isIdeographic
        }
    }

    /// Decomposes a Hangul syllable into its letters (The Unicode Standard, section 3.12).
    private static func jamo(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let index = scalar.value - 0xAC00
        let values = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
        return values.prefix(index % 28 == 0 ? 2 : 3).compactMap { Unicode.Scalar($0) }
    }
}
