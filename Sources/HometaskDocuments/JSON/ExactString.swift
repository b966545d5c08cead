// SPDX-License-Identifier: Apache-2.0

/// A string that is compared, ordered and hashed by its UTF-8 bytes.
///
/// Swift's `String` treats strings that differ only in Unicode normalisation as equal. In a document they are different
/// values and different keys. Document strings that affect decisions are therefore stored as `ExactString`.
public struct ExactString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The original string, without Unicode normalisation.
    public let string: String

    /// Wraps a string without changing its bytes.
    public init(_ string: String) {
        self.string = string
    }

    /// Wraps a string literal, so that code can use literals as exact strings.
    public init(stringLiteral value: String) {
        self.string = value
    }

    /// The same as ``string``, without quotes or escapes.
    public var description: String { string }

    /// Whether two strings have the same bytes.
    public static func == (left: ExactString, right: ExactString) -> Bool {
        left.string.utf8.count == right.string.utf8.count && compare(left, right) == 0
    }

    /// Compares the UTF-8 bytes, which gives the order of the code points.
    public static func < (left: ExactString, right: ExactString) -> Bool {
        compare(left, right) < 0
    }

    /// Hashes the UTF-8 bytes, which are what `==` compares.
    public func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: $0) }
        hasher.combine(0xFF as UInt8)
    }

    /// Gives access to the UTF-8 bytes.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var copy = string
        return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    /// Negative, zero or positive if `left` comes before, equals or comes after `right`.
    @inline(__always)
    private static func compare(_ left: ExactString, _ right: ExactString) -> Int {
        left.withBytes { left in
            right.withBytes { right in left.compareBytes(with: right) }
        }
    }
}
