// SPDX-License-Identifier: Apache-2.0

/// A reader of values from the untrusted bytes of a message. It never reads out of bounds, and allocates no more than
/// their size.
struct DBusReader {
    let bytes: [UInt8]
    let isBigEndian: Bool
    private(set) var position: Int

    init(_ bytes: [UInt8], isBigEndian: Bool, from position: Int = 0) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
        self.position = position
    }

    /// Skips the padding up to a multiple of a number of bytes.
    mutating func align(_ count: Int) throws(DBusError) {
        let next = (position + count - 1) / count * count
        guard next <= bytes.count else { throw Self.short }
        position = next
    }

    /// Reads the values for a signature.
    mutating func values(_ signature: String) throws(DBusError) -> [DBusValue] {
        let letters = Array(signature.utf8)
        var index = 0
        var values: [DBusValue] = []
        while index < letters.count { values.append(try value(letters, &index, depth: 0)) }
        return values
    }

    private static let short = DBusError.malformed("it ends too early")

    private mutating func value(_ letters: [UInt8], _ index: inout Int, depth: Int) throws(DBusError) -> DBusValue {
        guard depth < DBusSignature.deepest else { throw DBusError.malformed("it is nested too deeply") }
        let end = try DBusSignature.end(of: letters, from: index)
        let letter = letters[index]
        defer { index = end }
        switch letter {
        case UInt8(ascii: "y"): return .byte(try number())
        case UInt8(ascii: "b"): return .boolean(try flag())
        case UInt8(ascii: "n"): return .int16(Int16(bitPattern: try number()))
        case UInt8(ascii: "q"): return .uint16(try number())
        case UInt8(ascii: "i"): return .int32(Int32(bitPattern: try number()))
        case UInt8(ascii: "u"), UInt8(ascii: "h"): return .uint32(try number())
        case UInt8(ascii: "x"): return .int64(Int64(bitPattern: try number()))
        case UInt8(ascii: "t"): return .uint64(try number())
        case UInt8(ascii: "d"): return .double(Double(bitPattern: try number()))
        case UInt8(ascii: "s"): return .string(try text(count: Int(try number() as UInt32)))
        case UInt8(ascii: "o"): return .path(try text(count: Int(try number() as UInt32)))
        case UInt8(ascii: "g"): return .signature(try text(count: Int(try number() as UInt8)))
        case UInt8(ascii: "a"): return try array(Array(letters[index + 1..<end]), depth)
        case UInt8(ascii: "("): return .structure(try members(letters, from: index + 1, to: end - 1, depth: depth))
        case UInt8(ascii: "{"):
            let members = try members(letters, from: index + 1, to: end - 1, depth: depth)
            guard members.count == 2 else { throw DBusError.malformed("an entry is not a pair") }
            return .entry(members[0], members[1])
        default: return .variant(try variant(depth))
        }
    }

    private mutating func number<Number: FixedWidthInteger & UnsignedInteger>() throws(DBusError) -> Number {
        let size = MemoryLayout<Number>.size
        try align(size)
        guard bytes.count - position >= size else { throw Self.short }
        var number: Number = 0
        for offset in 0..<size {
            let shift = 8 * (isBigEndian ? size - 1 - offset : offset)
            number |= Number(bytes[position + offset]) << Number(shift)
        }
        position += size
        return number
    }

    private mutating func flag() throws(DBusError) -> Bool {
        let number: UInt32 = try number()
        guard number <= 1 else { throw DBusError.malformed("a boolean is neither true nor false") }
        return number == 1
    }

    /// Reads a text with a number of bytes, and the zero byte after it.
    private mutating func text(count: Int) throws(DBusError) -> String {
        guard bytes.count - position > count else { throw Self.short }
        let content = bytes[position..<position + count]
        guard bytes[position + count] == 0, !content.contains(0), let text = String(validating: content, as: UTF8.self)
        else { throw DBusError.malformed("a string is not UTF-8") }
        position += count + 1
        return text
    }

    private mutating func array(_ element: [UInt8], _ depth: Int) throws(DBusError) -> DBusValue {
        let count = Int(try number() as UInt32)
        try align(DBusSignature.alignment(of: element.first ?? 0))
        guard bytes.count - position >= count else { throw Self.short }
        let end = position + count
        var elements: [DBusValue] = []
        while position < end {
            var index = 0
            elements.append(try value(element, &index, depth: depth + 1))
        }
        guard position == end else { throw DBusError.malformed("an array ends within an element") }
        return .array(String(decoding: element, as: UTF8.self), elements)
    }

    private mutating func members(
        _ letters: [UInt8], from start: Int, to end: Int, depth: Int
    ) throws(DBusError) -> [DBusValue] {
        try align(8)
        var members: [DBusValue] = []
        var index = start
        while index < end { members.append(try value(letters, &index, depth: depth + 1)) }
        return members
    }

    private mutating func variant(_ depth: Int) throws(DBusError) -> DBusValue {
        let letters = Array(try text(count: Int(try number() as UInt8)).utf8)
        var index = 0
        let value = try value(letters, &index, depth: depth + 1)
        guard index == letters.count else { throw DBusError.malformed("a variant holds more than one value") }
        return value
    }
}
