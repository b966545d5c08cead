// SPDX-License-Identifier: Apache-2.0

/// A regular expression of a schema.
///
/// Those of the documents' own schemas are matched by hand, since making a `Regex` costs more than a whole command may;
/// any other is made each time a value meets it, for a `Regex` cannot be kept where schemas are.
struct StringPattern: Sendable {
    let source: String
    private let byHand: KnownPattern?

    init(_ source: String) throws(SchemaError) {
        self.source = source
        byHand = KnownPattern(rawValue: source)
        if byHand == nil, Self.regex(source) == nil {
            throw SchemaError("‘\(source.excerpt(limit: 60))’ is not a regular expression that can be used here")
        }
    }

    /// Whether the pattern occurs anywhere in the text, as the standard says.
    func matches(_ text: String) -> Bool {
        if let byHand { return byHand.matches(text) }
        guard let regex = Self.regex(source) else { return false }
        return text.firstMatch(of: regex) != nil
    }

    /// The expression as ECMA-262 would read it: over code points, not over what a person sees as one character.
    private static func regex(_ source: String) -> Regex<AnyRegexOutput>? {
        (try? Regex(source))?.matchingSemantics(.unicodeScalar).asciiOnlyDigits().asciiOnlyWordCharacters()
    }

    var words: String { byHand?.words ?? "a text that matches \(source.excerpt(limit: 60))" }

    /// Whether the pattern finds control characters.
    var isControlCharacters: Bool { byHand == .control || byHand == .controlButTab }

    /// Whether no `Regex` is needed.
    var isMatchedByHand: Bool { byHand != nil }
}
