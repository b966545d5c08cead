// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMarkup

/// Escapes untrusted text in the scripts of an HTML page; `Markup` escapes the rest of the page.
public enum HTMLText {
    /// Returns JSON that is safe inside a `script` element, and equivalent for a JSON parser.
    ///
    /// Characters that could end the element or begin a comment in it (`<`, `>`, `&`), former line terminators of
    /// JavaScript (U+2028, U+2029), control characters and bidirectional controls are written as `\uXXXX`. JSON
    /// contains them only in strings.
    public static func script(_ json: JSON) -> String {
        let source = json.compactBytes()
        var escaped: [UInt8] = []
        escaped.reserveCapacity(source.count)
        // Runs of unescaped scalars are copied in one piece.
        var copied = 0
        var place = 0
        while place < source.count {
            let byte = source[place]
            let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let end = min(place + length, source.count)
            if let value = escapedScalar(source[place..<end]) {
                escaped += source[copied..<place]
                escaped += Array("\\u\(String(value + 0x1_0000, radix: 16).dropFirst())".utf8)
                copied = end
            }
            place = end
        }
        escaped += source[copied...]
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Returns the value of a scalar that must be escaped, decoded from its UTF-8; nil for any other scalar.
    private static func escapedScalar(_ scalar: ArraySlice<UInt8>) -> UInt32? {
        guard let first = scalar.first else { return nil }
        switch first {
        case 0x26, 0x3C, 0x3E, 0x7F: return UInt32(first)
        case ..<0xC2: return nil
        case 0xC2, 0xD8, 0xE2, 0xEF: break
        default: return nil
        }
        let value = scalar.dropFirst().reduce(UInt32(first) & (scalar.count == 2 ? 0x1F : 0x0F)) {
            $0 << 6 | UInt32($1 & 0x3F)
        }
        switch value {
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: return value
        default: return nil
        }
    }
}
