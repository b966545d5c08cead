// SPDX-License-Identifier: Apache-2.0

/// The words of a date in lower case, read from the left. What begins with a name of a part gives nil, and steps over
/// nothing, where the next words are no such part.
struct WordReader {
    private let text: String
    private(set) var words: [String]
    var next = 0

    init(_ text: String) {
        self.text = text
        words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map { String($0) }
        // A time glued to a date, as ISO 8601 has it, is two words.
        if let first = words.first, first.utf8.count > 11 {
            let parts = first.split(separator: "t", maxSplits: 1).map { String($0) }
            if parts.count == 2, Self.isISODate(parts[0]) { words.replaceSubrange(0..<1, with: parts) }
        }
    }

    var isAtEnd: Bool { next >= words.count }

    var word: String? { isAtEnd ? nil : words[next] }

    func word(after count: Int) -> String? { next + count < words.count ? words[next + count] : nil }

    mutating func rewind() { next = 0 }

    mutating func take(_ expected: String) -> Bool {
        guard word == expected else { return false }
        next += 1
        return true
    }

    func expectEnd() throws(DateWordsError) {
        if !isAtEnd { throw fault(nil) }
    }

    /// What is wrong with the word that is next.
    func fault(_ reason: String?) -> DateWordsError {
        DateWordsError(text: text, word: word, reason: reason ?? (isAtEnd ? "something is missing at its end" : nil))
    }

    static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
