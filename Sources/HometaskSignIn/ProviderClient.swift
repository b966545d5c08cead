// SPDX-License-Identifier: Apache-2.0

/// What a server is to a provider of OpenID Connect: its client (OpenID Connect Core 1.0, section 1.2).
public struct ProviderClient: Sendable, CustomStringConvertible {
    /// The provider's issuer identifier (OpenID Connect Core 1.0, section 1.2).
    public let issuer: ProviderURL
    /// The name of the provider for people.
    public let name: String
    /// The id that the provider has given to the server.
    public let id: String
    /// The secret that goes with the id.
    public let secret: String
    /// Where the provider sends browsers back to.
    public let callback: String

    /// The path below the server's address that providers send browsers back to.
    public static let callbackPath = "/sign-in/oidc/callback"

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - name: the name of the provider for people; nil for its host.
    ///   - address: where browsers find the server, as `https://home.example`.
    public init(of issuer: ProviderURL, name: String? = nil, id: String, secret: String, at address: String) {
        (self.issuer, self.id, self.secret) = (issuer, id, secret)
        self.name = name ?? issuer.authority
        callback = address + Self.callbackPath
    }

    /// Without the secret, so that no log contains it by accident.
    public var description: String { "\(id) at \(issuer)" }
}
