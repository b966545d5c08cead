// SPDX-License-Identifier: Apache-2.0

/// The type codes in signatures.
enum DBusSignature {
    /// The maximum depth of nested containers, including variants.
    static let deepest = 64

    /// Returns the alignment of a type in bytes, from the first letter of its signature.
    static func alignment(of letter: UInt8) -> Int {
        switch letter {
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "u"), UInt8(ascii: "h"), UInt8(ascii: "s"),
            UInt8(ascii: "o"), UInt8(ascii: "a"):
            4
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
        default: 1
        }
    }

    /// Returns the index after the single complete type that begins at an index.
    static func end(of letters: [UInt8], from start: Int, depth: Int = 0) throws(DBusError) -> Int {
        guard start < letters.count else { throw DBusError.malformed("a signature ends too early") }
        guard depth < deepest else { throw DBusError.malformed("a signature is nested too deeply") }
        switch letters[start] {
        case UInt8(ascii: "a"): return try end(of: letters, from: start + 1, depth: depth + 1)
        case UInt8(ascii: "("): return try closing(UInt8(ascii: ")"), letters, start: start, depth: depth)
        case UInt8(ascii: "{"): return try closing(UInt8(ascii: "}"), letters, start: start, depth: depth)
        case let letter where "ybnqiuxtdsoghv".utf8.contains(letter): return start + 1
        default: throw DBusError.malformed("a signature has an unknown type")
        }
    }

    private static func closing(
        _ letter: UInt8, _ letters: [UInt8], start: Int, depth: Int
    ) throws(DBusError) -> Int {
        var index = start + 1
        while index < letters.count, letters[index] != letter {
            index = try end(of: letters, from: index, depth: depth + 1)
        }
        guard index < letters.count, index > start + 1 else { throw DBusError.malformed("a signature is not closed") }
        return index + 1
    }
}
