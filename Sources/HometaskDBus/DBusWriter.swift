// SPDX-License-Identifier: Apache-2.0

/// A writer of values in the format of messages, in little-endian byte order.
struct DBusWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes zero bytes up to a multiple of a number of bytes.
    mutating func align(_ count: Int) {
        while bytes.count % count != 0 { bytes.append(0) }
    }

    mutating func write(_ value: DBusValue) {
        switch value {
        case .byte(let number): bytes.append(number)
        case .boolean(let flag): write(UInt32(flag ? 1 : 0))
        case .int16(let number): write(UInt16(bitPattern: number))
        case .uint16(let number): write(number)
        case .int32(let number): write(UInt32(bitPattern: number))
        case .uint32(let number): write(number)
        case .int64(let number): write(UInt64(bitPattern: number))
        case .uint64(let number): write(number)
        case .double(let number): write(number.bitPattern)
        case .string(let text), .path(let text): write(text)
        case .signature(let text): write(signature: text)
        case .array(let element, let elements): write(elements, of: element)
        case .structure(let members):
            align(8)
            for member in members { write(member) }
        case .entry(let key, let value):
            align(8)
            write(key)
            write(value)
        case .variant(let value):
            write(signature: value.signature)
            write(value)
        }
    }

    private mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        align(MemoryLayout<Number>.size)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// Writes a text without zero bytes, which a text must not contain.
    private mutating func write(_ text: String) {
        let content = text.utf8.filter { $0 != 0 }
        write(UInt32(content.count))
        bytes += content
        bytes.append(0)
    }

    private mutating func write(signature: String) {
        bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
        bytes += signature.utf8
        bytes.append(0)
    }

    private mutating func write(_ elements: [DBusValue], of signature: String) {
        write(UInt32(0))
        let place = bytes.count - 4
        align(DBusSignature.alignment(of: signature.utf8.first ?? 0))
        let start = bytes.count
        for element in elements { write(element) }
        withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) { length in
            bytes.replaceSubrange(place..<place + 4, with: length)
        }
    }
}
