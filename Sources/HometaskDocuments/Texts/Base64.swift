// SPDX-License-Identifier: Apache-2.0

/// Base64, with one of the alphabets of RFC 4648.
public enum Base64: Sendable {
    /// The alphabet with `+` and `/`, padded with `=` (section 4).
    case standard
    /// The alphabet with `-` and `_`, not padded (sections 3.2 and 5).
    case urlSafe

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// The digits 62 and 63.
    private var lastDigits: (UInt8, UInt8) {
        switch self {
        case .standard: (UInt8(ascii: "+"), UInt8(ascii: "/"))
        case .urlSafe: (UInt8(ascii: "-"), UInt8(ascii: "_"))
        }
    }

    /// Encodes bytes as a string.
    public func encoded(_ bytes: [UInt8]) -> String {
        let digits = Self.digits + [lastDigits.0, lastDigits.1]
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, count) = (UInt32(0), UInt32(0))
        for byte in bytes {
            (bits, count) = (bits << 8 | UInt32(byte), count + 8)
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 63)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 63)]) }
        while self == .standard, text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a string; nil if it contains another character, or the encoding is not canonical. Padding is optional:
    /// some browsers emit it with the URL-safe alphabet.
    public func decoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3)
        var (bits, count) = (UInt32(0), UInt32(0))
        var digits = text.utf8[...]
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        let lastDigits = lastDigits
        for digit in digits {
            guard let value = Self.value(of: digit, lastDigits) else { return nil }
            (bits, count) = (bits << 6 | value, count + 6)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // The unused bits of the last digit must be zero, so that the encoding is canonical.
        guard count < 6, bits & ((1 << count) - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of digit: UInt8, _ lastDigits: (UInt8, UInt8)) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case lastDigits.0: 62
        case lastDigits.1: 63
        default: nil
        }
    }
}
