// SPDX-License-Identifier: Apache-2.0

/// Why a text is not a rule of RFC 5545 that this program can follow.
///
/// Its texts repeat what was typed; whoever shows them on a terminal escapes them.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as it was typed, its beginning where it is too long.
    public let text: String
    /// Where it goes wrong, in bytes from its beginning.
    public let offset: Int
    /// What was expected, in words that follow ‘expected’.
    public let expected: String
    /// What was found; empty at the end of the text.
    public let found: String

    init(_ text: String, at offset: Int, expected: String, found: String) {
        self.text = text
        self.offset = offset
        self.expected = expected
        self.found = found
    }

    /// What is wrong, and where.
    public var description: String {
        let found = found.isEmpty ? "nothing" : "‘\(found)’"
        return "‘\(text)’ is not a rule: expected \(expected), found \(found)"
    }
}
