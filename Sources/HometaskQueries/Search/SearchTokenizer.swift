// SPDX-License-Identifier: Apache-2.0

/// Splits a text into words, folded for comparison in searches; see `SearchFolding`.
///
/// This is the only definition of a word. The index stores these words, so it finds the same documents as a search that
/// reads every document.
public struct SearchTokenizer: Sequence, IteratorProtocol {
    /// A folded word, with its position in the text.
    public struct Word: Hashable, Sendable {
        /// The folded word, in UTF-8.
        public var folded: [UInt8]
        /// The range of the word in the text, in bytes of UTF-8, including ignored characters after it.
        public var range: Range<Int>
    }

    /// The number of significant bytes of a word; words that differ only beyond it are considered equal.
    static let longestWord = 120

    private let bytes: [UInt8]
    private var place = 0

    /// Creates a tokenizer for a text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the next word; nil at the end of the text.
    public mutating func next() -> Word? {
        var folded: [UInt8] = []
        return next(into: &folded).map { Word(folded: folded, range: $0) }
    }

    /// Appends the next word to some bytes.
    ///
    /// - Returns: its range; nil if there is none.
    mutating func next(into folded: inout [UInt8]) -> Range<Int>? {
        while place < bytes.count {
            if let range = wordHere(into: &folded) { return range }
            // A character that does not begin a word is a separator.
            place += Self.scalar(bytes, at: place).length
        }
        return nil
    }

    /// Reads the word at the current position; nil if there is none, in which case only ignored characters are
    /// consumed.
    private mutating func wordHere(into folded: inout [UInt8]) -> Range<Int>? {
        let limit = folded.count + Self.longestWord
        var start: Int?
        var isSingle = false
        while place < bytes.count {
            let (scalar, length) = Self.scalar(bytes, at: place)
            switch scalar.isASCII ? Self.kind(ofASCII: scalar) : SearchFolding.kind(of: scalar) {
            case .nothing where start == nil: return nil
            case .nothing: break
            case .mark(let mark): Self.append([mark], to: &folded, upTo: limit)
            case .letter(let letters) where !isSingle: Self.append(letters, to: &folded, upTo: limit)
            case .single(let scalars) where start == nil:
                isSingle = true
                Self.append(scalars, to: &folded, upTo: limit)
            case .separator, .letter, .single: return start.map { $0..<place }
            }
            start = start ?? place
            place += length
            if !isSingle { skipASCIILetters(into: &folded, upTo: limit) }
        }
        return start.map { $0..<place }
    }

    /// Reads the ASCII letters at the current position; a fast path for most words.
    private mutating func skipASCIILetters(into folded: inout [UInt8], upTo limit: Int) {
        while place < bytes.count, let letter = Self.small(bytes[place]) {
            if folded.count < limit { folded.append(letter) }
            place += 1
        }
    }

    private static func kind(ofASCII scalar: Unicode.Scalar) -> SearchFolding.Kind {
        small(UInt8(truncatingIfNeeded: scalar.value)).map { .letter([Unicode.Scalar($0)]) } ?? .separator
    }

    /// Converts a letter to lower case and keeps a digit; nil for any other byte.
    private static func small(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: nil
        }
    }

    /// Appends complete scalars, up to the maximum length of a word.
    private static func append(_ scalars: [Unicode.Scalar], to folded: inout [UInt8], upTo limit: Int) {
        for scalar in scalars where folded.count + UTF8.width(scalar) <= limit {
            folded.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        }
    }

    /// Decodes the scalar at an offset in a text's UTF-8, and returns its length in bytes too.
    private static func scalar(_ bytes: [UInt8], at place: Int) -> (scalar: Unicode.Scalar, length: Int) {
        let first = UInt32(bytes[place])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1, place + length <= bytes.count else { return (Unicode.Scalar(bytes[place]), 1) }
        let value = bytes[(place + 1)..<(place + length)].reduce(first & (0x7F >> UInt32(length))) {
            $0 << 6 | UInt32($1 & 0x3F)
        }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}
