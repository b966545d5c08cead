// SPDX-License-Identifier: Apache-2.0

/// A phrase and the English words that replace it.
///
/// In both, `#` stands for one or two digits, alone or within a word (`18h`), and `%` for a weekday, a month or a unit.
struct DatePhrase: Sendable {
    let typed: [String]
    let english: [String]
    private let hasNumbers: Bool

    private init(typed: Substring, english: [String]) {
        self.typed = typed.split(separator: " ").map(String.init)
        self.english = english
        hasNumbers = typed.contains("#")
    }

    /// Reads phrases such as `in # tagen=in # days`, one a line, and sorts the longest first.
    static func read(_ table: String) -> [DatePhrase] {
        let phrases = table.split(separator: "\n").flatMap { line in
            let sides = line.split(separator: "=", omittingEmptySubsequences: false)
            let english = sides[1].split(separator: " ").map(String.init)
            return sides[0].split(separator: ",").map { DatePhrase(typed: $0, english: english) }
        }
        // Sorting is stable, so of phrases with as many words the first one in the table is taken.
        return phrases.sorted { $0.typed.count > $1.typed.count }
    }

    /// Finds the first of some phrases that a list of words begins with, and its English words.
    static func first(
        of phrases: [DatePhrase], matching words: ArraySlice<String>
    ) -> (phrase: DatePhrase, english: [String])? {
        for phrase in phrases {
            if let english = phrase.match(words, translate: { part($0, of: phrases) }) { return (phrase, english) }
        }
        return nil
    }

    /// Translates a single word that means a weekday, a month or a unit of time; nil for any other word.
    private static func part(_ word: String, of phrases: [DatePhrase]) -> String? {
        let english = phrases.first { $0.typed == [word] }.map { $0.english.joined(separator: " ") } ?? word
        var reader = WordReader(english)
        return TimeUnit(english) != nil || reader.weekday() != nil || reader.month() != nil ? english : nil
    }

    /// Matches the phrase with the words at the start of a list.
    ///
    /// - Parameters:
    ///   - words: the words, folded.
    ///   - translate: translates a single word for `%`; nil if it has no meaning.
    /// - Returns: the English words; nil if the phrase does not match.
    private func match(_ words: ArraySlice<String>, translate: (String) -> String?) -> [String]? {
        guard words.count >= typed.count else { return nil }
        var numbers: [String] = []
        for (pattern, word) in zip(typed, words) where pattern != "%" {
            if pattern == word { continue }
            guard hasNumbers, let found = Self.numbers(in: word, like: pattern) else { return nil }
            numbers += found
        }
        // What costs more is asked where all else matches.
        var others: [String] = []
        for (pattern, word) in zip(typed, words) where pattern == "%" {
            guard let other = translate(word) else { return nil }
            others.append(other)
        }
        return english.map { word in
            if word == "%", !others.isEmpty { return others.removeFirst() }
            return word.split(separator: "#", omittingEmptySubsequences: false).enumerated().reduce(into: "") {
                text, part in
                if part.offset > 0, !numbers.isEmpty { text += numbers.removeFirst() }
                text += part.element
            }
        }
    }

    /// Returns the numbers that a word has in place of each `#` of a pattern; nil if it is another word.
    private static func numbers(in word: String, like pattern: String) -> [String]? {
        var rest = word.utf8[...]
        var numbers: [String] = []
        for byte in pattern.utf8 {
            if byte == UInt8(ascii: "#") {
                let figures = rest.prefix(2).prefix { (0x30...0x39).contains($0) }
                guard !figures.isEmpty else { return nil }
                numbers.append(String(decoding: figures, as: UTF8.self))
                rest = rest.dropFirst(figures.count)
            } else {
                guard rest.first == byte else { return nil }
                rest = rest.dropFirst()
            }
        }
        return rest.isEmpty ? numbers : nil
    }

    /// Returns a word that is in lower case without diacritics, as phrases are written.
    static func folded(_ word: String) -> String {
        var text = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\u{300}"..."\u{36F}": break
            case "à", "á", "â", "ä": text += "a"
            case "è", "é", "ê", "ë": text += "e"
            case "ì", "í", "î", "ï": text += "i"
            case "ò", "ó", "ô", "ö": text += "o"
            case "ù", "ú", "û", "ü": text += "u"
            case "ç": text += "c"
            case "ñ": text += "n"
            case "ß": text += "ss"
            case "’": text += "'"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
