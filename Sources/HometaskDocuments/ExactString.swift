// SPDX-License-Identifier: Apache-2.0

/// A string that is compared, ordered and hashed by its UTF-8 bytes.
///
/// Swift's `String` calls two spellings equal that differ only in Unicode normalisation. In a document they are two
/// values and two keys, so wherever strings of a document decide something, they are held as `ExactString`.
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text itself.
    public let string: String

    /// Wraps a string.
    public init(_ string: String) {
        self.string = string
    }

    /// Wraps a literal.
    public init(stringLiteral value: String) {
        self.string = value
    }

    public var description: String { string }

    public static func == (left: ExactString, right: ExactString) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }

    public static func < (left: ExactString, right: ExactString) -> Bool {
        left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
