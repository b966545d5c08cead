// SPDX-License-Identifier: Apache-2.0

/// Base64 in the standard alphabet (RFC 4648, section 4).
public enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Decodes a Base64 string; nil if it is invalid.
    public static func decoded(_ text: String) -> [UInt8]? {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in text.utf8 where byte != UInt8(ascii: "=") {
            guard let value = values[Int(byte)] else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    /// Encodes bytes as a Base64 string.
    public static func encoded(_ bytes: [UInt8]) -> String {
        let digits = digits
        var text = [UInt8](repeating: UInt8(ascii: "="), count: (bytes.count + 2) / 3 * 4)
        var (read, written) = (0, 0)
        while read < bytes.count {
            let count = min(3, bytes.count - read)
            var bits = UInt32(bytes[read]) << 16
            if count > 1 { bits |= UInt32(bytes[read + 1]) << 8 }
            if count > 2 { bits |= UInt32(bytes[read + 2]) }
            for place in 0...count { text[written + place] = digits[Int(bits >> UInt32(18 - 6 * place) & 63)] }
            read += count
            written += 4
        }
        return String(decoding: text, as: UTF8.self)
    }
}
