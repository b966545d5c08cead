// SPDX-License-Identifier: Apache-2.0

/// The address for messages to one phone, which the phone's browser obtained from its push service (RFC 8030, section
/// 5).
///
/// The phone supplies the address to which the server sends requests. To prevent a phone from directing requests to
/// machines that only the server can reach, the address must be HTTPS with a host name and the default port;
/// ``NetworkAddress`` checks the addresses to which the name resolves.
public struct PushEndpoint: Hashable, Sendable {
    /// The maximum length of an address in bytes.
    static let longest = 2048

    /// The complete address: printable ASCII, at most 2048 bytes.
    public let text: String
    /// The host name of the address, in lower case.
    public let host: String

    /// The scheme and host, which are the audience of a token (RFC 8292, section 2).
    public var origin: String { "https://\(host)" }

    /// Parses an address; nil if it is not permitted.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            text.hasPrefix("https://")
        else { return nil }
        let rest = text.dropFirst("https://".count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let name = authority.hasSuffix(":443") ? authority.dropLast(4) : authority
        guard rest.dropFirst(authority.count).first == "/", !text.contains("#"), Self.isName(name.utf8) else {
            return nil
        }
        (self.text, host) = (text, name.lowercased())
    }

    /// Returns whether this is a DNS name with several labels rather than an IP address: the last label of a name
    /// begins with a letter.
    private static func isName(_ name: Substring.UTF8View) -> Bool {
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.count <= 253, labels.count > 1, let last = labels.last else { return false }
        return labels.allSatisfy(isLabel) && last.first.map(isLetter) == true
    }

    /// Returns whether this is a DNS label: letters, digits and hyphens, with no hyphen at either end (RFC 1123,
    /// section 2.1).
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let isInside = label.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == hyphen }
        return isInside && (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
