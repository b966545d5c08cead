// SPDX-License-Identifier: Apache-2.0

/// Writes values as bytes: each value has one canonical and one compact form.
struct JSONWriter {
    /// The white space between the parts of a value.
    enum Layout {
        /// Every member and element on its own line, indented by two spaces for each level.
        case canonical
        /// No white space at all.
        case compact
    }

    private(set) var bytes: [UInt8] = []
    private let layout: Layout
    private var level = 0

    init(_ layout: Layout) {
        self.layout = layout
    }

    mutating func writeValue(_ value: JSON) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .number(let number): bytes.append(contentsOf: number.lexeme.utf8)
        case .string(let string): writeString(string)
        case .array(let elements): writeArray(elements)
        case .object(let object): writeObject(object)
        }
    }

    mutating func writeObject(_ object: JSONObject) {
        writeParts(object.members, between: "{", and: "}") { writer, member in
            writer.writeString(member.0.string)
            writer.bytes.append(UInt8(ascii: ":"))
            if writer.layout == .canonical { writer.bytes.append(UInt8(ascii: " ")) }
            writer.writeValue(member.1)
        }
    }

    private mutating func writeArray(_ elements: [JSON]) {
        writeParts(elements, between: "[", and: "]") { writer, element in writer.writeValue(element) }
    }

    @inline(__always)
    private mutating func writeParts<Part>(
        _ parts: some Sequence<Part>, between opening: Unicode.Scalar, and closing: Unicode.Scalar,
        with writePart: (inout JSONWriter, Part) -> Void
    ) {
        bytes.append(UInt8(ascii: opening))
        level += 1
        var isFirst = true
        for part in parts {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            breakLine()
            writePart(&self, part)
        }
        level -= 1
        if !isFirst { breakLine() }
        bytes.append(UInt8(ascii: closing))
    }

    private mutating func breakLine() {
        guard layout == .canonical else { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<level {
            bytes.append(UInt8(ascii: " "))
            bytes.append(UInt8(ascii: " "))
        }
    }

    mutating func finishLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes a string with the escapes of RFC 8785, section 3.2.2.2.
    mutating func writeString(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { writeCharacters(UnsafeRawBufferPointer($0)) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeCharacters(_ text: UnsafeRawBufferPointer) {
        var written = 0
        var position = 0
        while position < text.count {
            if position + 8 <= text.count {
                let plain = ByteWord(text, at: position).plainPrefix(allowingHigh: true)
                position += plain
                if plain == 8 { continue }
            }
            let byte = text[position]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[written..<position]))
                writeEscape(byte)
                written = position + 1
            }
            position += 1
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[written...]))
    }

    private mutating func writeEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8.hexDigit(byte >> 4))
            bytes.append(UInt8.hexDigit(byte & 0xF))
        }
    }
}
