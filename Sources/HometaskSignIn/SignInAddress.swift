// SPDX-License-Identifier: Apache-2.0

/// An email address, normalised for finding its member.
///
/// Case is ignored on both sides of the `@`. RFC 5321 (section 2.4) leaves the case of the local part to the receiving
/// server, but no common server distinguishes `Tom` from `tom`. Dots and `+` suffixes are significant. Only ASCII is
/// accepted, and only ASCII letters are lowercased: otherwise `K` (U+212A) would become `k`, and another person's
/// mailbox would pass for a member's.
public struct SignInAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in lower case.
    public let text: String

    /// The maximum length of an address in bytes (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    private static let longest = 254

    /// Parses an address, trimming surrounding whitespace; nil if the string cannot be an address.
    public init?(_ text: String) {
        let rest = Array(text.utf8.drop(while: Self.isSpace))
        let bytes = rest.dropLast(rest.reversed().prefix(while: Self.isSpace).count)
        guard (3...Self.longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        let halves = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty }) else { return nil }
        let small = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        self.text = String(decoding: small, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// A placeholder for the address, so that no log contains it by accident.
    public var description: String { "(address)" }
}
