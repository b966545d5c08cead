// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskHashing

/// A sign-in at a provider, begun by a browser.
public struct PendingSignIn: Hashable, Sendable {
    /// The lifetime of a sign-in, in seconds.
    public static let lifetime: Int64 = 600

    /// The value that the provider returns through the browser (`state`; RFC 6749, section 10.12).
    public let state: Secret
    /// The value that the provider copies into the ID token (`nonce`; OpenID Connect Core 1.0, section 15.5.2).
    public let nonce: Secret
    /// The value of the browser's cookie, so that no other browser can complete this sign-in.
    public let browser: Secret
    /// The secret that the server sends with the code, which binds the code to this sign-in (`code_verifier`; RFC 7636,
    /// section 4.1). It consists of two secrets, because the minimum length is 43 characters.
    public let verifier: String
    /// The expiry time of the sign-in.
    public let expires: Timestamp

    init(at now: Timestamp, using generator: inout some RandomNumberGenerator) {
        state = .random(using: &generator)
        nonce = .random(using: &generator)
        browser = .random(using: &generator)
        verifier = Secret.random(using: &generator).text + Secret.random(using: &generator).text
        expires = Timestamp(seconds: now.seconds + Self.lifetime)
    }

    /// Returns the URL of the authentication request (OpenID Connect Core 1.0, section 3.1.2.1). Only this server can
    /// exchange the resulting code (RFC 7636, section 4.3).
    public func address(at metadata: ProviderMetadata, for client: ProviderClient) -> String {
        metadata.authorization.adding([
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", client.callback),
            ("scope", "openid email"), ("state", state.text), ("nonce", nonce.text),
            ("code_challenge", Base64.urlSafe.encoded(SHA256.digest(Array(verifier.utf8)))),
            ("code_challenge_method", "S256"),
        ])
    }

    /// Returns the body of the token request that exchanges a code (OpenID Connect Core 1.0, section 3.1.3.1). It
    /// contains the client secret unless the provider accepts HTTP Basic.
    public func exchange(of code: String, at metadata: ProviderMetadata, for client: ProviderClient) -> String {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", client.callback),
            ("code_verifier", verifier),
        ]
        if !metadata.takesBasic { fields += [("client_id", client.id), ("client_secret", client.secret)] }
        return OAuthParameters.encoded(fields.map { (name: $0.0, value: $0.1) })
    }
}
