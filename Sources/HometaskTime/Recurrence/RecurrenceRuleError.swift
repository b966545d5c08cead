// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not a supported RFC 5545 rule.
///
/// The strings contain the input and must be escaped before they are shown on a terminal.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input, truncated if it is too long.
    public let text: String
    /// The position of the error, in bytes from the start of the text.
    public let offset: Int
    /// The expected text, phrased to follow ‘expected’.
    public let expected: String
    /// The text at this position; empty at the end.
    public let found: String

    init(_ text: String, at offset: Int, expected: String, found: String) {
        self.text = text
        self.offset = offset
        self.expected = expected
        self.found = found
    }

    /// The problem: the expected and the actual text.
    public var description: String {
        let found = found.isEmpty ? "nothing" : "‘\(found)’"
        return "‘\(text)’ is not a rule: expected \(expected), found \(found)"
    }
}
