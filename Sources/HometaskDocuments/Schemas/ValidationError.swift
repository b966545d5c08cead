// SPDX-License-Identifier: Apache-2.0

/// A validation error in a document.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position: a JSON pointer (RFC 6901), which may contain any character that a key may contain.
    public let pointer: String
    /// The expected content, phrased to follow “should be”.
    public let expected: String
    /// The actual content, shortened and without control characters.
    public let found: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - pointer: the position, as a JSON pointer.
    ///   - expected: the expected content.
    ///   - found: the actual content, short and without control characters.
    public init(pointer: String, expected: String, found: String) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
    }

    /// The error in one sentence, safe on a terminal.
    public var description: String {
        "\(pointer.isEmpty ? "the document" : pointer.excerpt(limit: 100)) should be \(expected), but is \(found)"
    }
}
