// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a rule of RFC 5545 that this program supports.
///
/// The texts repeat the input and must be escaped before they are shown on a terminal.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The input, truncated if it is too long.
    public let text: String
    /// The position of the error, in bytes from the start of the text.
    public let offset: Int
    /// The expected text, in words that follow ‘expected’.
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
