// SPDX-License-Identifier: Apache-2.0

/// A regular expression of a schema.
///
/// The expressions of the documents' own schemas have hand-written matchers, since even parsing an expression costs
/// more than matching.
struct StringPattern: Sendable {
    let source: String
    private let byHand: KnownPattern?
    private let linear: LinearPattern?

    init(_ source: String) throws(SchemaError) {
        self.source = source
        byHand = KnownPattern(rawValue: source)
        linear = byHand == nil ? try LinearPattern(source) : nil
    }

    /// Whether the pattern matches anywhere in the text, as the standard requires.
    func matches(_ text: String) -> Bool { byHand?.matches(text) ?? linear?.matches(text) ?? false }

    var words: String { byHand?.words ?? "a text that matches \(source.excerpt(limit: 60))" }

    /// Whether the pattern matches control characters.
    var isControlCharacters: Bool { byHand == .control || byHand == .controlButTab }

    /// Whether it has a hand-written matcher, so that no expression is parsed for it.
    var isMatchedByHand: Bool { byHand != nil }
}
