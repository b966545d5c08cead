// SPDX-License-Identifier: Apache-2.0

/// A random token that a phone receives with every response, and returns with its next request.
///
/// A phone whose storage was restored from a backup, or copied to another phone, returns an old lease. Its writes are
/// rejected, because they might reuse the names of events that the family already has.
public struct Lease: Hashable, Sendable {
    /// 32 lower-case hexadecimal digits.
    public let text: String

    /// Parses a lease; nil if the string is not a lease.
    public init?(_ text: String) {
        guard text.utf8.count == 32,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Generates a lease of 128 random bits.
    public static func random(using generator: inout some RandomNumberGenerator) -> Lease {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for _ in 0..<32 { text.append(digits[Int(generator.next() & 15)]) }
        return Lease(known: String(decoding: text, as: UTF8.self))
    }

    private init(known text: String) { self.text = text }
}
