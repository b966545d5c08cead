// SPDX-License-Identifier: Apache-2.0

/// Decodes the text of an imported file, chunk by chunk.
///
/// Text is UTF-8 or UTF-16, each with or without a byte order mark, which is not part of the text. Other text can be
/// read as Windows-1252, which older programs write, unless it has bytes that are undefined in that encoding.
public struct SourceTextDecoder: Sendable {
    private enum Encoding: Sendable {
        /// Only ASCII so far.
        case ascii
        case utf8
        case windows1252
        case utf16(isBigEndian: Bool)
    }

    /// The number of bytes examined at the beginning of a file without a byte order mark.
    private static let examined = 512

    private let isGuessing: Bool
    private var encoding: Encoding?
    /// The incomplete character at the end of the last chunk.
    private var pending: [UInt8] = []

    /// Whether the file is read as Windows-1252, because it is not UTF-8.
    public var isWindows1252: Bool { if case .windows1252 = encoding { true } else { false } }

    /// The note for the user about a file that is read as Windows-1252.
    public static let windows1252Note = "the file is not in UTF-8; it was read as Windows-1252"

    /// Creates a decoder for the beginning of a file.
    ///
    /// - Parameter isGuessing: whether text in neither UTF-8 nor UTF-16 is read as Windows-1252.
    public init(guessing isGuessing: Bool = true) { self.isGuessing = isGuessing }

    /// Decodes a whole file; nil if the file is not text.
    public static func text(of bytes: [UInt8]) -> String? {
        var decoder = SourceTextDecoder()
        return decoder.text(of: bytes, isLast: true)
    }

    /// Returns a file's bytes without a byte order mark, converted from UTF-16 to UTF-8 if necessary.
    public static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        var decoder = SourceTextDecoder(guessing: false)
        return decoder.text(of: bytes, isLast: true).map { Array($0.utf8) } ?? bytes
    }

    /// Decodes the next chunk of a file. A character cut off at the end of a chunk is decoded with the next chunk.
    ///
    /// - Returns: nil if the bytes are not text in the encoding of the previous chunks.
    public mutating func text(of piece: [UInt8], isLast: Bool) -> String? {
        var bytes = pending + piece
        pending = []
        if encoding == nil {
            if bytes.count < Self.examined, !isLast {
                pending = bytes
                return ""
            }
            encoding = Self.encoding(takingMarkFrom: &bytes)
        }
        switch encoding {
        case .utf16(let isBigEndian): return utf16(bytes, isBigEndian: isBigEndian, isLast: isLast)
        case .windows1252: return Windows1252.text(of: bytes)
        case .ascii, .utf8, nil: return utf8(bytes, isLast: isLast)
        }
    }

    /// Removes the byte order mark from the beginning of a file, and returns the encoding that the mark indicates.
    private static func encoding(takingMarkFrom bytes: inout [UInt8]) -> Encoding {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            bytes.removeFirst(3)
            return .utf8
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let isBigEndian = bytes[0] == 0xFE
            bytes.removeFirst(2)
            return .utf16(isBigEndian: isBigEndian)
        }
        return isBigEndian(bytes.prefix(examined)).map { .utf16(isBigEndian: $0) } ?? .ascii
    }

    /// Returns the byte order of UTF-16 without a mark, detected by every other byte being zero, as in text with many
    /// Latin letters; nil if the beginning does not look like UTF-16.
    private static func isBigEndian(_ start: ArraySlice<UInt8>) -> Bool? {
        let zeros = start.indices.filter { start[$0] == 0 }
        let odd = zeros.count { !($0 - start.startIndex).isMultiple(of: 2) }
        guard !zeros.isEmpty, zeros.count * 4 >= start.count, odd == 0 || odd == zeros.count else { return nil }
        return odd == 0
    }

    private mutating func utf8(_ bytes: [UInt8], isLast: Bool) -> String? {
        let end = isLast ? bytes.count : bytes.count - Self.incompleteCount(atEndOf: bytes)
        if let text = String(validating: bytes[..<end], as: UTF8.self) {
            pending = Array(bytes[end...])
            if text.utf8.contains(where: { $0 >= 0x80 }) { encoding = .utf8 }
            return text
        }
        if case .utf8 = encoding { return nil }
        guard isGuessing else { return nil }
        encoding = .windows1252
        return Windows1252.text(of: bytes)
    }

    /// Returns the number of bytes of an incomplete UTF-8 character at the end.
    private static func incompleteCount(atEndOf bytes: [UInt8]) -> Int {
        for length in 1...3 where bytes.count >= length {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return needed > length ? length : 0
        }
        return 0
    }

    private mutating func utf16(_ bytes: [UInt8], isBigEndian: Bool, isLast: Bool) -> String? {
        var units: [UInt16] = []
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        var kept = bytes.count % 2
        if let last = units.last, UTF16.isLeadSurrogate(last) {
            units.removeLast()
            kept += 2
        }
        if isLast, kept > 0 { return nil }
        pending = Array(bytes.suffix(kept))
        return String(validating: units, as: UTF16.self)
    }
}

/// The encoding of Windows in western Europe and America, a superset of ISO 8859-1.
public enum Windows1252 {
    /// Decodes text; nil if it has bytes that the encoding does not define, or control characters that do not occur in
    /// text.
    public static func text(of bytes: some Sequence<UInt8>) -> String? {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            switch byte {
            case 0x09...0x0D, 0x1A, 0x1B, 0x20...0x7F, 0xA0...0xFF: text.append(Unicode.Scalar(byte))
            case 0x80...0x9F:
                guard let scalar = upper[Int(byte) - 0x80] else { return nil }
                text.append(scalar)
            default: return nil
            }
        }
        return String(text)
    }

    /// The characters of the bytes from 0x80 to 0x9F; nil for undefined bytes.
    private static let upper: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
        nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]
}
