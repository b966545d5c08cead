// SPDX-License-Identifier: Apache-2.0

/// A URL of an OpenID Connect provider: HTTPS, or HTTP on this machine, for tests.
public struct ProviderURL: Hashable, Sendable, CustomStringConvertible {
    /// The URL as it was given.
    public let text: String
    /// The host, with the port if there is one.
    public let authority: String
    /// Whether the URL refers to this machine, without TLS.
    public let isLoopback: Bool

    private static let longest = 1000

    /// Parses a URL; nil if it has another scheme, a user name, a fragment, or characters not allowed in a URL (RFC
    /// 3986).
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isPart) else { return nil }
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isSecure ? 8 : 7)
        let authority = String(rest.prefix { $0 != "/" && $0 != "?" })
        guard !authority.isEmpty, !authority.hasPrefix(":"), !authority.contains("@") else { return nil }
        let host = authority.hasPrefix("[") ? authority : String(authority.prefix { $0 != ":" })
        let isLocal = host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host.hasPrefix("[::1]:")
        guard isSecure || isLocal else { return nil }
        (self.text, self.authority, isLoopback) = (text, authority, !isSecure)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
    }

    /// Whether the URL can be an issuer identifier, which has no query (OpenID Connect Discovery 1.0, section 3).
    public var isIssuer: Bool { !text.contains("?") }

    /// The URL of an issuer's metadata (OpenID Connect Discovery 1.0, section 4).
    public var metadata: String {
        (text.hasSuffix("/") ? String(text.dropLast()) : text) + "/.well-known/openid-configuration"
    }

    /// Returns the URL with encoded parameters added to its query.
    func adding(_ parameters: [(name: String, value: String)]) -> String {
        text + (text.contains("?") ? "&" : "?") + OAuthParameters.encoded(parameters)
    }

    /// The same as ``text``.
    public var description: String { text }
}
