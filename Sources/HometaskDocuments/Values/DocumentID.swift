// SPDX-License-Identifier: Apache-2.0

import HometaskHashing

/// The permanent id of a document: a UUID (RFC 9562), written in lower case.
public struct DocumentID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The sixteen bytes, as two halves in network order.
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses an id from its text form: exactly 36 characters in lower case. Nil for anything else.
    public init?(_ text: String) {
        var copy = text
        guard let id = copy.withUTF8({ DocumentID(utf8: $0) }) else { return nil }
        self = id
    }

    /// Parses an id from the bytes of its written form.
    package init?(utf8: UnsafeBufferPointer<UInt8>) {
        guard let halves = Self.halves(of: utf8) else { return nil }
        (high, low) = halves
    }

    /// Reads eight digits at a time: lists of a hundred thousand tasks contain half a million ids.
    private static func halves(of text: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
        let dash = UInt8(ascii: "-")
        guard text.count == 36, text[8] == dash, text[13] == dash, text[18] == dash, text[23] == dash else {
            return nil
        }
        let text = UnsafeRawBufferPointer(text)
        guard let first = ByteWord(text, at: 0).hexValue,
            let second = ByteWord(text, at: 9, andAt: 14).hexValue,
            let third = ByteWord(text, at: 19, andAt: 24).hexValue,
            let fourth = ByteWord(text, at: 28).hexValue
        else { return nil }
        return (UInt64(first) << 32 | UInt64(second), UInt64(third) << 32 | UInt64(fourth))
    }

    /// Creates a random version 4 id (RFC 9562, section 5.4): 128 random bits, six of which are replaced with the
    /// version and the variant.
    public init(randomBytes: (UInt64, UInt64)) {
        self.init(high: randomBytes.0, low: randomBytes.1, version: 4)
    }

    /// Generates a random version 4 id.
    public static func random(using generator: inout some RandomNumberGenerator) -> DocumentID {
        DocumentID(randomBytes: (generator.next(), generator.next()))
    }

    /// Derives the version 5 id (RFC 9562, section 5.5) of a name. The same name always has the same id.
    public static func derived(namespace: DocumentID, name: [UInt8]) -> DocumentID {
        let digest = SHA1.digest(namespace.bytes + name)
        let halves = [0, 8].map { start in digest[start..<(start + 8)].reduce(0) { $0 << 8 | UInt64($1) } }
        return DocumentID(high: halves[0], low: halves[1], version: 5)
    }

    /// Derives the version 5 id of a name, which is encoded as UTF-8.
    public static func derived(namespace: DocumentID, name: String) -> DocumentID {
        derived(namespace: namespace, name: Array(name.utf8))
    }

    private init(high: UInt64, low: UInt64, version: UInt64) {
        self.init(
            high: high & ~0xF000 | version << 12,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// The sixteen bytes, in network order.
    public var bytes: [UInt8] {
        [high, low].flatMap { half in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
        }
    }

    /// Whether the id is derived from a name, and therefore predictable, rather than random.
    package var isDerived: Bool { high >> 12 & 0xF == 5 }

    /// Whether the written form begins with these hexadecimal digits; dashes and the case of letters do not count.
    ///
    /// False for text with other characters; true for the empty text.
    public func hasPrefix(_ hexText: String) -> Bool {
        var place = 0
        for character in hexText.utf8 where character != UInt8(ascii: "-") {
            guard let digit = UInt8.valueOfHexDigit(character), place < 32, digit == hexDigit(at: place)
            else { return false }
            place += 1
        }
        return true
    }

    /// The value of one of the 32 hexadecimal digits.
    package func hexDigit(at place: Int) -> UInt8 {
        UInt8((place < 16 ? high : low) >> UInt64(60 - 4 * (place % 16)) & 0xF)
    }

    /// Compares the sixteen bytes, which gives the order of the written forms.
    public static func < (left: DocumentID, right: DocumentID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    /// The UUID in lower case, 36 characters.
    public var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            var place = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text[place] = UInt8(ascii: "-")
                    place += 1
                }
                text[place] = UInt8.hexDigit(hexDigit(at: digit))
                place += 1
            }
            return place
        }
    }
}
