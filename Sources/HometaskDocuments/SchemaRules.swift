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

/// The keywords for numbers.
struct NumberRules: Sendable {
    var minimum: Double?
    var maximum: Double?

    func mismatch(_ number: JSONNumber) -> String? {
        let value = number.double
        let isWithin = (minimum.map { value >= $0 } ?? true) && (maximum.map { value <= $0 } ?? true)
        if isWithin { return nil }
        switch (minimum, maximum) {
        case (let low?, let high?): return "a number from \(Self.text(low)) to \(Self.text(high))"
        case (let low?, nil): return "a number of at least \(Self.text(low))"
        case (nil, let high?): return "a number of at most \(Self.text(high))"
        case (nil, nil): return "a number"
        }
    }

    private static func text(_ number: Double) -> String { JSONNumber(number)?.lexeme ?? "\(number)" }
}
