// SPDX-License-Identifier: Apache-2.0

/// Bytes in the alphabet of RFC 4648, section 4, with padding.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = digits[Int(value >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil where it is none of this alphabet.
    static func decode(_ text: String) -> [UInt8]? {
        let all = Array(text.utf8)
        let padding = all.suffix(2).count { $0 == UInt8(ascii: "=") }
        guard all.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        var value: UInt32 = 0
        for (place, byte) in all.enumerated() {
            let isPadding = place >= all.count - padding
            guard let digit = isPadding ? 0 : digits.firstIndex(of: byte) else { return nil }
            value = value << 6 | UInt32(digit)
            if place % 4 == 3 {
                bytes += [
                    UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
                    UInt8(truncatingIfNeeded: value),
                ]
                value = 0
            }
        }
        return Array(bytes.dropLast(padding))
    }
}
