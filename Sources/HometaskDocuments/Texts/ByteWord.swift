// SPDX-License-Identifier: Apache-2.0

/// Eight bytes of text, examined in one step.
struct ByteWord {
    private let word: UInt64

    /// Reads the eight bytes at an offset, which must all lie inside the text.
    @inline(__always)
    init(_ text: UnsafeRawBufferPointer, at offset: Int) {
        word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Reads four bytes at each of two offsets, which must all lie inside the text.
    @inline(__always)
    init(_ text: UnsafeRawBufferPointer, at first: Int, andAt second: Int) {
        let low = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: first, as: UInt32.self))
        let high = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: second, as: UInt32.self))
        word = UInt64(high) << 32 | UInt64(low)
    }

    /// Whether all eight bytes are spaces.
    @inline(__always)
    var isBlank: Bool { word == 0x2020_2020_2020_2020 }

    /// The number of bytes before the first that is not a plain character of a JSON string.
    ///
    /// Plain are all bytes except the quotation mark, the backslash, control characters below U+0020 and, unless
    /// `allowingHigh`, bytes from 0x80. A borrow can mark a byte wrongly, but only above one that is marked correctly.
    @inline(__always)
    func plainPrefix(allowingHigh: Bool) -> Int {
        var marks = Self.bytesBelow(0x20, in: word)
        marks |= Self.bytesBelow(0x01, in: word ^ Self.repeated(UInt8(ascii: "\"")))
        marks |= Self.bytesBelow(0x01, in: word ^ Self.repeated(UInt8(ascii: "\\")))
        if !allowingHigh { marks |= word & Self.highBits }
        return marks.trailingZeroBitCount >> 3
    }

    /// The number of bytes before the first line feed.
    @inline(__always)
    var prefixWithoutLineFeed: Int {
        Self.bytesBelow(0x01, in: word ^ Self.repeated(UInt8(ascii: "\n"))).trailingZeroBitCount >> 3
    }

    /// The value of eight lower-case hexadecimal digits; nil if any byte is something else.
    ///
    /// The value of a digit is its low four bits, plus nine for a letter, which has bit 6 set. To check that every byte
    /// was a digit, the values, all below 16, are converted back to digits and compared.
    @inline(__always)
    var hexValue: UInt32? {
        let letters = (word >> 6) & Self.repeated(0x01)
        var value = (word & Self.repeated(0x0F)) &+ letters &* 9
        let above = ((value &+ Self.repeated(0x76)) >> 7) & Self.repeated(0x01)
        guard value & Self.repeated(0xF0) == 0, value &+ Self.repeated(0x30) &+ above &* 0x27 == word else {
            return nil
        }
        value = value.byteSwapped
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: value | value >> 16)
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Sets the high bit of the lowest byte that is below `limit`, and perhaps of bytes above it.
    @inline(__always)
    private static func bytesBelow(_ limit: UInt8, in word: UInt64) -> UInt64 {
        (word &- repeated(limit)) & ~word & highBits
    }
}
