// SPDX-License-Identifier: Apache-2.0

/// Numbers: RFC 8259 section 6.
extension JSONCursor {
    /// Reads the number whose first character is the current one.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        try skipNumber()
        return JSONNumber(validLexeme: String(decoding: text[start..<position], as: UTF8.self))
    }

    /// Skips the number whose first character is the current one.
    mutating func skipNumber() throws(JSONError) {
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
            if isDigit { throw fault(.invalidNumber, expected: "no digit after a leading zero") }
        } else {
            try skipDigits()
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
    }

    @inline(__always)
    private var isDigit: Bool { current &- UInt8(ascii: "0") < 10 }

    private mutating func skipDigits() throws(JSONError) {
        guard isDigit else {
            throw fault(position < text.count ? .invalidNumber : .unexpectedEnd, expected: "a digit")
        }
        while isDigit { position += 1 }
    }
}
