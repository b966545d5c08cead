// SPDX-License-Identifier: Apache-2.0

/// Strings: RFC 8259 section 7, with the text itself checked against UTF-8 (RFC 3629).
extension JSONCursor {
    /// Reads the string whose opening quotation mark is the current character.
    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        try skipPlainCharacters()
        if current == UInt8(ascii: "\"") {
            defer { position += 1 }
            return String(decoding: text[start..<position], as: UTF8.self)
        }
        return try stringWithEscapes(from: start)
    }

    /// Skips the string whose opening quotation mark is the current character, checking all of it.
    mutating func skipString() throws(JSONError) {
        position += 1
        try skipPlainCharacters()
        while current != UInt8(ascii: "\"") {
            _ = try escapedScalar()
            try skipPlainCharacters()
        }
        position += 1
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
        var bytes = Array(text[start..<position])
        while current != UInt8(ascii: "\"") {
            let scalar = try escapedScalar()
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            let plain = position
            try skipPlainCharacters()
            bytes.append(contentsOf: text[plain..<position])
        }
        position += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Advances to the next quotation mark or backslash.
    @inline(__always)
    private mutating func skipPlainCharacters() throws(JSONError) {
        while true {
            while position + 8 <= text.count {
                let plain = ByteWord(text, at: position).plainPrefix(allowingHigh: false)
                position += plain
                if plain < 8 { break }
            }
            guard position < text.count else {
                throw fault(.unexpectedEnd, expected: "a quotation mark that ends the string")
            }
            switch text[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
            case 0x00..<0x20:
                throw fault(.controlCharacter, expected: "a character, or control characters as escapes")
            case 0x20..<0x80: position += 1
            default:
                let length = UTF8.sequenceLength(at: position, in: text)
                if length == 0 { throw fault(.invalidUTF8, expected: "UTF-8") }
                position += length
            }
        }
    }

    /// Reads the escape that begins with the current backslash.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position
        position += 2
        switch start + 1 < text.count ? text[start + 1] : 0 {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default:
            throw fault(
                start + 1 < text.count ? .invalidEscape : .unexpectedEnd, at: start + 1,
                expected: "one of \" \\ / b f n r t u after the backslash")
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try fourHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if UTF16.isLeadSurrogate(first), current == UInt8(ascii: "\\"), position + 1 < text.count,
            text[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            let second = try fourHexDigits()
            if UTF16.isTrailSurrogate(second) {
                return UTF16.decode(UTF16.EncodedScalar([first, second]))
            }
        }
        throw fault(
            .loneSurrogate, at: start, expected: "a pair of surrogates",
            found: "half of one, \\u\(String(first, radix: 16))")
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = UInt8.valueOfHexDigit(current) else {
                throw fault(
                    position < text.count ? .invalidEscape : .unexpectedEnd,
                    expected: "four hexadecimal digits after \\u")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
