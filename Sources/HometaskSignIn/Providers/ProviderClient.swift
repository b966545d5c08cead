// SPDX-License-Identifier: Apache-2.0

/// The server's registration as a client of an OpenID Connect provider (OpenID Connect Core 1.0, section 1.2).
public struct ProviderClient: Sendable, CustomStringConvertible {
    /// The provider's issuer identifier (OpenID Connect Core 1.0, section 1.2).
    public let issuer: ProviderURL
    /// The display name of the provider.
    public let name: String
    /// The client id, issued by the provider.
    public let id: String
    /// The client secret, issued by the provider.
    public let secret: String
    /// The redirect URI at this server.
    public let callback: String

    /// The path of the redirect URI below the server's address.
    public static let callbackPath = "/sign-in/oidc/callback"

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - issuer: the provider's issuer identifier.
    ///   - name: the display name of the provider; nil for the host name.
    ///   - id: the client id, issued by the provider.
    ///   - secret: the client secret, issued by the provider.
    ///   - address: the server's address for browsers, such as `https://home.example`.
    public init(of issuer: ProviderURL, name: String? = nil, id: String, secret: String, at address: String) {
        (self.issuer, self.id, self.secret) = (issuer, id, secret)
        self.name = name ?? issuer.authority
        callback = address + Self.callbackPath
    }

    /// Without the secret, so that no log contains it by accident.
    public var description: String { "\(id) at \(issuer)" }
}
