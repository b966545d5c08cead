// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is rejected as JSON, with the position of the error.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The text does not match the grammar of RFC 8259.
        case syntax
        /// The text ends before the value does.
        case unexpectedEnd
        /// The text begins with a byte-order mark.
        case byteOrderMark
        /// The bytes are not UTF-8 (RFC 3629).
        case invalidUTF8
        /// A `\u` escape represents half of a surrogate pair.
        case loneSurrogate
        /// A string contains an unescaped control character.
        case controlCharacter
        /// A backslash is followed by an invalid escape.
        case invalidEscape
        /// A number has a form that RFC 8259 does not allow.
        case invalidNumber
        /// Two members of one object have the same key.
        case duplicateKey
        /// Arrays and objects are nested too deeply.
        case tooDeep
        /// The text is too long.
        case tooLarge
        /// Extra characters follow the value.
        case trailingText
    }

    /// The kind of error.
    public let code: Code
    /// The offset of the error from the start of the text, in bytes.
    public let offset: Int
    /// The line of the error, from 1.
    public let line: Int
    /// The column of the error in its line, from 1, counted in code points.
    public let column: Int
    /// What was expected at this position.
    public let expected: String
    /// What was found at this position, with control characters escaped.
    public let found: String

    /// The error in one sentence, without its position.
    public var message: String { "expected \(expected), found \(found)" }

    /// The error in one sentence, with its position.
    public var description: String { "line \(line), column \(column): \(message)" }

    /// Creates an error at an offset of a text. Line and column are computed here, since only a text with an error
    /// needs them.
    init(_ code: Code, in text: UnsafeRawBufferPointer, at offset: Int, expected: String, found: String? = nil) {
        var line = 1
        var column = 1
        for byte in text[..<min(offset, text.count)] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.code = code
        self.offset = offset
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found ?? Self.name(ofByteAt: offset, in: text)
    }

    private static func name(ofByteAt offset: Int, in text: UnsafeRawBufferPointer) -> String {
        guard offset < text.count else { return "the end of the text" }
        switch text[offset] {
        case UInt8(ascii: "\n"): return "the end of the line"
        case 0x21...0x7E: return "\"\(Unicode.Scalar(text[offset]))\""
        case let byte: return "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
