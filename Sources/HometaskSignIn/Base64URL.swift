// SPDX-License-Identifier: Apache-2.0

/// Bytes as text in the alphabet of RFC 4648, section 5, without padding, as tokens and PKCE have them.
enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0...group.count { text.append(digits[Int(bits >> UInt32(18 - 6 * place) & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil if it has another character, or a length that no bytes have.
    static func decoded(_ text: Substring) -> [UInt8]? {
        guard text.utf8.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in text.utf8 {
            guard let value = value(byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
