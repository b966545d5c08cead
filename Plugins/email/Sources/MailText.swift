// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// Email encodings of text, in lines of at most 76 ASCII characters.
enum MailText {
    /// Returns a string as the value of a header field: unchanged if it is ASCII and short enough, otherwise as encoded
    /// words (RFC 2047), one per line. Line breaks and control characters become spaces.
    ///
    /// - Parameter taken: the number of characters of the field name, the colon and the space.
    static func unstructured(_ text: String, after taken: Int) -> String {
        let line = oneLine(text)
        let isPlain = line.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !line.contains("=?")
        return isPlain && taken + line.utf8.count <= 76 ? line : encodedWords(line, after: taken)
    }

    /// Returns a string as a phrase, such as the name before an address: as atoms if it is short and has only ASCII
    /// letters, digits and spaces, otherwise as encoded words.
    static func phrase(_ text: String) -> String {
        let line = oneLine(text)
        let isPlain = line.utf8.allSatisfy { byte in
            byte == UInt8(ascii: " ") || (byte < 0x80 && Unicode.Scalar(byte).properties.isAlphabetic)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return isPlain && line.utf8.count <= 60 ? line : encodedWords(line, after: 6)
    }

    private static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let breaks = scalar.properties.generalCategory == .control || [0x2028, 0x2029].contains(scalar.value)
            line.append(breaks ? " " : scalar)
        }
        let words = String(line).split(separator: " ").joined(separator: " ")
        return words
    }

    /// Returns a string as encoded words with the encoding `B`. Each encoded word has whole characters and at most 75
    /// bytes (RFC 2047, section 2).
    private static func encodedWords(_ text: String, after taken: Int) -> String {
        var words: [String] = []
        var piece: [UInt8] = []
        // 45 bytes give 60 Base64 digits, or 72 characters with `=?utf-8?B?` and `?=`. The first line also has the
        // field's name.
        var room = max((75 - taken - 12) / 4 * 3, 12)
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if piece.count + bytes.count > room {
                words.append(word(piece))
                piece = []
                room = 45
            }
            piece += bytes
        }
        if !piece.isEmpty || words.isEmpty { words.append(word(piece)) }
        return words.joined(separator: "\n ")
    }

    private static func word(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Base64.standard.encoded(bytes))?=" }

    /// Returns a string as a message body in quoted-printable (RFC 2045, section 6.7). Lines end with a line feed, as a
    /// mail program expects from local programs.
    ///
    /// A dot or `From ` at the beginning of a line is encoded too, because old mail servers alter such lines.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines(text) {
            var width = 0
            let content = Array(line.utf8)
            for (index, byte) in content.enumerated() {
                let token = token(byte, at: index, of: content)
                // The last column is reserved for the `=` of a soft line break.
                if width + token.count > 75 {
                    bytes += Array("=\n".utf8)
                    width = 0
                }
                bytes += token
                width += token.count
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private static func token(_ byte: UInt8, at index: Int, of line: [UInt8]) -> [UInt8] {
        let isBlankAtEnd = index == line.count - 1 && (byte == 0x20 || byte == 0x09)
        let isMark = index == 0 && (byte == UInt8(ascii: ".") || line.starts(with: "From ".utf8))
        let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x09
        if isPlain && !isBlankAtEnd && !isMark { return [byte] }
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    /// Splits a string into lines, which end with LF, CR or CRLF.
    private static func lines(_ text: String) -> [String] {
        var lines = [String.UnicodeScalarView()]
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar == "\n" && last == "\r" {
                // The CR has already ended the line.
            } else if scalar == "\n" || scalar == "\r" {
                lines.append(String.UnicodeScalarView())
            } else {
                lines[lines.count - 1].append(scalar)
            }
            last = scalar
        }
        if lines.last?.isEmpty == true, lines.count > 1 { lines.removeLast() }
        return lines.map { String($0) }
    }
}
