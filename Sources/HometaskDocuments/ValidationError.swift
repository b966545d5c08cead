// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong with a document.
public struct ValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where: a JSON pointer (RFC 6901), which may hold any character that a key may hold.
    public let pointer: String
    /// What should be there.
    public let expected: String
    /// What is there, shortened and without control characters.
    public let found: String

    /// A fault.
    ///
    /// - Parameters:
    ///   - pointer: where, as a JSON pointer.
    ///   - expected: what should be there.
    ///   - found: what is there, short and without control characters.
    public init(pointer: String, expected: String, found: String) {
        self.pointer = pointer
        self.expected = expected
        self.found = found
    }

    /// The fault in one sentence, safe on a terminal.
    public var description: String {
        "\(pointer.isEmpty ? "the document" : pointer.excerpt(limit: 100)) should be \(expected), but is \(found)"
    }
}
