// SPDX-License-Identifier: Apache-2.0

/// Eight bytes of text looked at in one step.
struct ByteWord {
    private let word: UInt64

    /// The eight bytes at an offset, which must all lie inside the text.
    @inline(__always)
    init(_ text: UnsafeRawBufferPointer, at offset: Int) {
        word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Whether all eight bytes are blanks.
    @inline(__always)
    var isBlank: Bool { word == 0x2020_2020_2020_2020 }

    /// How many bytes stand before the first that is not a plain character of a JSON string.
    ///
    /// Plain are all but the quotation mark, the backslash, control characters below U+0020 and, unless `allowingHigh`,
    /// bytes from 0x80. A borrow can mark a byte wrongly, but only above one that is marked rightly.
    @inline(__always)
    func plainPrefix(allowingHigh: Bool) -> Int {
        var marks = Self.bytesBelow(0x20, in: word)
        marks |= Self.bytesBelow(0x01, in: word ^ Self.repeated(UInt8(ascii: "\"")))
        marks |= Self.bytesBelow(0x01, in: word ^ Self.repeated(UInt8(ascii: "\\")))
        if !allowingHigh { marks |= word & Self.highBits }
        return marks.trailingZeroBitCount >> 3
    }

    /// How many bytes stand before the first line feed.
    @inline(__always)
    var prefixWithoutLineFeed: Int {
        Self.bytesBelow(0x01, in: word ^ Self.repeated(UInt8(ascii: "\n"))).trailingZeroBitCount >> 3
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Marks the high bit of the lowest byte that is below `limit`, and perhaps of bytes above it.
    @inline(__always)
    private static func bytesBelow(_ limit: UInt8, in word: UInt64) -> UInt64 {
        (word &- repeated(limit)) & ~word & highBits
    }
}
