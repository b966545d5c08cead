// SPDX-License-Identifier: Apache-2.0

/// What a scalar is to a search: part of a word, and as what, or what stands between words.
///
/// Words are made of letters, digits and their marks. Case does not matter, nor do accents, the points of Hebrew and
/// the vowel signs of Arabic, nor what cannot be seen: `Café`, `CAFE` and `cafe` are one word. Vowel signs that are
/// letters to those who write them (of the scripts of India, of Thai) stay. A character of a script that does not part
/// words by blanks (Chinese, Japanese, Thai and their like) is a word by itself, and so is a picture.
enum SearchFolding {
    /// What a scalar is.
    enum Kind: Hashable {
        /// A separator between words.
        case separator
        /// It changes nothing: the words around it are one.
        case nothing
        /// Part of a word, as these scalars.
        case letter([Unicode.Scalar])
        /// A sign on the letter before it.
        case mark(Unicode.Scalar)
        /// A word by itself, as these scalars.
        case single([Unicode.Scalar])
    }

    /// What a scalar beyond ASCII is.
    static func kind(of scalar: Unicode.Scalar) -> Kind {
        let place = Int(scalar.value) - 0x80
        return near.indices.contains(place) ? near[place] : found(scalar)
    }

    /// The kinds of the scalars of Latin, Greek, Cyrillic, Hebrew and Arabic, looked up once.
    private static let near: [Kind] = (0x80..<0x800).map { value in
        Unicode.Scalar(UInt32(value)).map { found($0) } ?? .separator
    }

    private static func found(_ scalar: Unicode.Scalar) -> Kind {
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
        // A kana with its sign stands alone as the kana without it does.
        guard let first = base.first else { return .nothing }
        guard standsAlone(first) else { return .letter(base) }
        return .single(base)
    }

    /// A letter in lower case, without its accents.
    private static func small(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if (0xFF21...0xFF5A).contains(scalar.value) {
            // The wide forms of ASCII letters.
            return Unicode.Scalar((scalar.value - 0xFEE0) | 0x20).map { [$0] } ?? [scalar]
        }
        return scalar.properties.lowercaseMapping.unicodeScalars.flatMap { lower -> [Unicode.Scalar] in
            if let base = FoldedLetters.base(of: lower) { return base }
            return isAccent(lower) ? [] : [lower]
        }
    }

    /// Whether a mark is left out: it lies over a letter, or above or below it (its combining class says so), or is a
    /// point of Hebrew or a sign of Arabic or Syriac.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark else {
            return scalar.properties.generalCategory == .enclosingMark
        }
        return switch scalar.properties.canonicalCombiningClass.rawValue {
        case 1, 10...36, 200...240: true
        default: false
        }
    }

    /// Digits of any script are those of ASCII.
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

    /// The letters of a syllable of Hangul (The Unicode Standard, section 3.12).
    private static func jamo(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let index = scalar.value - 0xAC00
        let values = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
        return values.prefix(index % 28 == 0 ? 2 : 3).compactMap { Unicode.Scalar($0) }
    }
}
