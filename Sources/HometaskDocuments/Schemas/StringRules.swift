// SPDX-License-Identifier: Apache-2.0

/// The keywords for strings.
struct StringRules: Sendable {
    var minLength: Int?
    var maxLength: Int?
    var pattern: StringPattern?
    var format: StringFormat?

    /// Lengths are counted in code points, as the standard requires.
    func mismatch(_ text: String) -> String? {
        if let minLength, text.unicodeScalars.count < minLength {
            return minLength == 1 ? "a text that is not empty" : "a text of at least \(minLength) characters"
        }
        if let maxLength, text.utf8.count > maxLength, text.unicodeScalars.count > maxLength {
            return "at most \(maxLength) characters long"
        }
        if let format, !format.matches(text) { return format.words }
        if let pattern, !pattern.matches(text) { return pattern.words }
        return nil
    }

    /// The message if a text matches a pattern that it must not match.
    var forbiddenWords: String {
        guard let pattern else { return "something else" }
        return pattern.isControlCharacters
            ? "one line of text without control characters" : "a text without \(pattern.source.excerpt(limit: 60))"
    }
}
