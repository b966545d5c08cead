// SPDX-License-Identifier: Apache-2.0

import HometaskHashing

/// The server as a WebAuthn relying party (Web Authentication Level 3, section 4).
public struct RelyingParty: Hashable, Sendable {
    /// The host name of the server, to which passkeys are bound.
    public let id: String
    /// The origin of the server's page, which browsers write into the client data: `https://home.example:8443`.
    public let origin: String

    /// Creates the relying party for an origin in lower case and without the scheme's default port.
    ///
    /// Nil where browsers do not support passkeys: for an IP address, and for plain HTTP except on `localhost` (Secure
    /// Contexts, section 3.1).
    public init?(origin: String) {
        guard let scheme = ["https", "http"].first(where: { origin.hasPrefix("\($0)://") }) else { return nil }
        let authority = origin.dropFirst(scheme.count + 3)
        guard let host = authority.split(separator: ":", omittingEmptySubsequences: false).first, !host.isEmpty,
            Self.isDomain(host), scheme == "https" || host == "localhost"
        else { return nil }
        (self.id, self.origin) = (String(host), origin)
    }

    /// Returns whether a host is a name rather than an IP address: a host whose last label is a number is an IPv4
    /// address (URL Standard, section 3.5), and an IPv6 address begins with a bracket.
    private static func isDomain(_ host: Substring) -> Bool {
        let last = host.split(separator: ".").last ?? ""
        return !host.hasPrefix("[") && !last.allSatisfy { ("0"..."9").contains($0) } && !last.hasPrefix("0x")
    }

    /// The SHA-256 of ``id``, as in authenticator data.
    var idHash: [UInt8] { SHA256.digest(Array(id.utf8)) }
}
