// SPDX-License-Identifier: Apache-2.0

/// Where a push service takes messages for one phone: an address that the phone's browser has got from it (RFC 8030,
/// section 5).
///
/// A phone names it, and the server sends something there. So that nobody can have the server speak with machines that
/// only it can reach, it is an address of HTTPS with a name and the usual port; where the name leads, is for
/// ``NetworkAddress`` to judge.
public struct PushEndpoint: Hashable, Sendable {
    /// The largest number of bytes of an address.
    static let longest = 2048

    /// The whole address: printable ASCII, at most 2048 bytes.
    public let text: String
    /// The name of its host, in lower case.
    public let host: String

    /// Its scheme and host, for which a token is good (RFC 8292, section 2).
    public var origin: String { "https://\(host)" }

    /// Reads an address; nil if nothing is to be sent there.
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

    /// Whether this is a name of the domain name system with a dot in it, and not the number of an address: the last
    /// label of a name begins with a letter.
    private static func isName(_ name: Substring.UTF8View) -> Bool {
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.count <= 253, labels.count > 1, let last = labels.last else { return false }
        return labels.allSatisfy(isLabel) && last.first.map(isLetter) == true
    }

    /// Letters, digits and hyphens, the latter not at an end (RFC 1123, section 2.1).
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let isInside = label.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == hyphen }
        return isInside && (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
