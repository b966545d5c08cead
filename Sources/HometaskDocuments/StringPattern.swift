// SPDX-License-Identifier: Apache-2.0

/// A regular expression of a schema.
///
/// Those of the documents' own schemas are matched by hand, since even reading an expression costs more than that.
struct StringPattern: Sendable {
    let source: String
    private let byHand: KnownPattern?
    private let linear: LinearPattern?

    init(_ source: String) throws(SchemaError) {
        self.source = source
        byHand = KnownPattern(rawValue: source)
        linear = byHand == nil ? try LinearPattern(source) : nil
    }

    /// Whether the pattern occurs anywhere in the text, as the standard says.
    func matches(_ text: String) -> Bool { byHand?.matches(text) ?? linear?.matches(text) ?? false }

    var words: String { byHand?.words ?? "a text that matches \(source.excerpt(limit: 60))" }

    /// Whether the pattern finds control characters.
    var isControlCharacters: Bool { byHand == .control || byHand == .controlButTab }

    /// Whether no expression is read for it.
    var isMatchedByHand: Bool { byHand != nil }
}
