// SPDX-License-Identifier: Apache-2.0

/// Splits a line into the words of a task, as a shell would.
public enum TaskLineTokenizer {
    /// Splits a line into words the way a shell would: `Bins every:"2 weeks" +garden`.
    ///
    /// A double quote at the beginning of a word or of its value opens a quoted string, which may contain spaces and
    /// ends at the next double quote. Any other quote, as in `5" pipe`, is an ordinary character. If `onlyInValues` is
    /// true, a quote at the beginning of a word is an ordinary character too.
    public static func words(in line: String, onlyInValues: Bool = false) -> [String] {
        var words: [String] = []
        var word: String?
        var rest = Array(line)[...]
        while let character = rest.popFirst() {
            if character == "\"", word == nil && !onlyInValues || word?.last == ":" || word?.last == "=",
                let end = rest.firstIndex(of: "\"")
            {
                word = (word ?? "") + String(rest[..<end])
                rest = rest[(end + 1)...]
            } else if character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
