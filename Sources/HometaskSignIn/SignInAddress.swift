// SPDX-License-Identifier: Apache-2.0

/// An e-mail address, normalised for comparison, to find its member.
///
/// Case is ignored on both sides of the `@`. RFC 5321 (section 2.4) leaves the case of the local part to the server
/// that receives the mail, but no common one tells `Tom` from `tom`. Dots and `+` suffixes are significant. Only ASCII
/// is accepted, and only its letters are lowercased: `K` (U+212A) would otherwise become a `k`, and another person's
/// mailbox would pass for a member's.
public struct SignInAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in lower case.
    public let text: String

    /// The largest number of bytes of an address (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    private static let longest = 254

    /// Reads an address; nil if the text cannot be one. Surrounding whitespace is trimmed.
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

    /// Not the text, so that no log contains it by accident.
    public var description: String { "(address)" }
}
