// SPDX-License-Identifier: Apache-2.0

/// A writer of values in the format of messages, in little-endian byte order.
struct DBusWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes zero bytes up to a multiple of a number of bytes.
    mutating func align(_ count: Int) {
        while bytes.count % count != 0 { bytes.append(0) }
    }

    mutating func writeValue(_ value: DBusValue) {
        switch value {
        case .byte(let number): bytes.append(number)
        case .boolean(let flag): writeNumber(UInt32(flag ? 1 : 0))
        case .int16(let number): writeNumber(UInt16(bitPattern: number))
        case .uint16(let number): writeNumber(number)
        case .int32(let number): writeNumber(UInt32(bitPattern: number))
        case .uint32(let number): writeNumber(number)
        case .int64(let number): writeNumber(UInt64(bitPattern: number))
        case .uint64(let number): writeNumber(number)
        case .double(let number): writeNumber(number.bitPattern)
        case .string(let text), .path(let text): writeText(text)
        case .signature(let text): writeSignature(text)
        case .array(let element, let elements): writeArray(elements, of: element)
        case .structure(let members):
            align(8)
            for member in members { writeValue(member) }
        case .entry(let key, let value):
            align(8)
            writeValue(key)
            writeValue(value)
        case .variant(let value):
            writeSignature(value.signature)
            writeValue(value)
        }
    }

    private mutating func writeNumber<Number: FixedWidthInteger>(_ number: Number) {
        align(MemoryLayout<Number>.size)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// Writes a text without zero bytes, which a text must not contain.
    private mutating func writeText(_ text: String) {
        let content = text.utf8.filter { $0 != 0 }
        writeNumber(UInt32(content.count))
        bytes += content
        bytes.append(0)
    }

    private mutating func writeSignature(_ signature: String) {
        bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
        bytes += signature.utf8
        bytes.append(0)
    }

    private mutating func writeArray(_ elements: [DBusValue], of signature: String) {
        writeNumber(UInt32(0))
        let place = bytes.count - 4
        align(DBusSignature.alignment(of: signature.utf8.first ?? 0))
        let start = bytes.count
        for element in elements { writeValue(element) }
        withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) { length in
            bytes.replaceSubrange(place..<place + 4, with: length)
        }
    }
}
