// SPDX-License-Identifier: Apache-2.0

/// A reader for the words of a date, in lower case.
struct WordReader {
    private struct Word {
        let text: String
        /// The text as typed, which has another form in another language.
        var typed: String?
        /// The start of the word, in characters.
        let position: Int
        /// Whether a comma follows the word.
        var hasComma = false
    }

    private let text: String
    private var words: [Word] = []
    private var next = 0

    /// Creates a reader.
    ///
    /// - Parameter language: the language whose phrases are read as English ones; nil for English alone.
    init(_ text: String, in language: DateLanguage? = nil) {
        self.text = text
        var current = ""
        var start = 0
        for (position, character) in text.enumerated() {
            if character.isWhitespace || character == "," {
                append(current, at: start)
                if character == ",", !words.isEmpty { words[words.count - 1].hasComma = true }
                current = ""
                start = position + 1
            } else {
                current += character.lowercased()
            }
        }
        append(current, at: start)
        // The engine for phones is given no language yet, and would be larger by the phrases of all of them.
        #if !hasFeature(Embedded)
        if let language { translate(language.phrases) }
        #endif
    }

    /// Replaces phrases by English words, each at the position of its phrase.
    private mutating func translate(_ phrases: [DatePhrase]) {
        let folded = words.map { DatePhrase.folded($0.text) }
        var translated: [Word] = []
        var index = 0
        while index < words.count {
            // A comma ends a phrase.
            let end = words[index...].firstIndex { $0.hasComma }.map { $0 + 1 } ?? words.count
            guard let (phrase, english) = DatePhrase.first(of: phrases, matching: folded[index..<end]) else {
                translated.append(words[index])
                index += 1
                continue
            }
            let typed = words[index..<index + phrase.typed.count]
            let whole = typed.map { $0.text }.joined(separator: " ")
            translated += english.map { Word(text: $0, typed: whole, position: words[index].position) }
            if typed.last?.hasComma ?? false, !translated.isEmpty { translated[translated.count - 1].hasComma = true }
            index += phrase.typed.count
        }
        words = translated
    }

    private mutating func append(_ word: String, at start: Int) {
        guard !word.isEmpty else { return }
        // The date and the time of ISO 8601 are two words joined by a T.
        let bytes = Array(word.utf8)
        if bytes.count > 11, bytes[4] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "t") {
            words.append(Word(text: String(decoding: bytes[..<10], as: UTF8.self), position: start))
            words.append(Word(text: String(decoding: bytes[11...], as: UTF8.self), position: start + 11))
        } else if let length = Self.dayOrMonth(bytes) {
            words.append(Word(text: String(decoding: bytes[..<length], as: UTF8.self), position: start))
            words.append(Word(text: String(decoding: bytes[length...], as: UTF8.self), position: start + length))
        } else {
            words.append(Word(text: word, position: start))
        }
    }

    /// The length of the first half of `27nov` or `nov27`; nil for any other word.
    private static func dayOrMonth(_ word: [UInt8]) -> Int? {
        let isFigure = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard let first = word.first, let length = word.firstIndex(where: { isFigure($0) != isFigure(first) }) else {
            return nil
        }
        let (day, month) = isFigure(first) ? (word[..<length], word[length...]) : (word[length...], word[..<length])
        guard day.count <= 2, day.allSatisfy(isFigure), month.count >= 3 else { return nil }
        return CivilDate.monthNames.contains { $0.utf8.starts(with: month) } ? length : nil
    }

    var isAtEnd: Bool { next >= words.count }

    /// The next word, or a later one, without consuming it.
    func peek(_ ahead: Int = 0) -> String? {
        next + ahead < words.count ? words[next + ahead].text : nil
    }

    /// Whether a comma follows the next word.
    var hasCommaBehindNext: Bool { next < words.count && words[next].hasComma }

    mutating func advance(_ count: Int = 1) { next = min(next + count, words.count) }

    /// The words that are left, with their commas.
    var rest: String {
        words.dropFirst(next).map { $0.hasComma ? $0.text + "," : $0.text }.joined(separator: " ")
    }

    /// Consumes the words if all of them come next; otherwise none.
    mutating func takeWords(_ expected: String...) -> Bool {
        for (index, word) in expected.enumerated() where peek(index) != word { return false }
        advance(expected.count)
        return true
    }

    /// An error at the next word: the text cannot be parsed from there on.
    func fault(_ reason: String?) -> DateParserError {
        DateParserError(
            text: text, word: isAtEnd ? nil : words[next].typed ?? words[next].text,
            position: isAtEnd ? text.count : words[next].position,
            reason: reason ?? (isAtEnd ? "something is missing at its end" : nil))
    }
}
