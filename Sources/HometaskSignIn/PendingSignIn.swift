// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments
import HometaskHashing

/// A sign-in at a provider that a browser has begun.
public struct PendingSignIn: Hashable, Sendable {
    /// How long it may take, in seconds.
    public static let lifetime: Int64 = 600

    /// What the provider hands back to the server by way of the browser (`state`; RFC 6749, section 10.12).
    public let state: Secret
    /// What the provider writes into its token (`nonce`; OpenID Connect Core 1.0, section 15.5.2).
    public let nonce: Secret
    /// What the browser keeps in a cookie, so that nobody else can end this sign-in.
    public let browser: Secret
    /// What the server shows with the code, so that no other code fits (`code_verifier`; RFC 7636, section 4.1). Two
    /// secrets, since it has to have 43 characters or more.
    public let verifier: String
    /// The time from which on it is no longer good.
    public let expires: Timestamp

    init(at now: Timestamp, using generator: inout some RandomNumberGenerator) {
        state = .random(using: &generator)
        nonce = .random(using: &generator)
        browser = .random(using: &generator)
        verifier = Secret.random(using: &generator).text + Secret.random(using: &generator).text
        expires = Timestamp(seconds: now.seconds + Self.lifetime)
    }

    /// Where the browser is sent: to the provider, with the request to sign somebody in (OpenID Connect Core 1.0, section
    /// 3.1.2.1) whose code only this server can exchange (RFC 7636, section 4.3).
    public func address(at metadata: ProviderMetadata, for client: ProviderClient) -> String {
        metadata.authorization.adding([
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", client.callback),
            ("scope", "openid email"), ("state", state.text), ("nonce", nonce.text),
            ("code_challenge", Base64URL.encoded(SHA256.digest(Array(verifier.utf8)))),
            ("code_challenge_method", "S256"),
        ])
    }

    /// The body of the request that exchanges a code for a token (OpenID Connect Core 1.0, section 3.1.3.1). It has the
    /// client's secret unless the provider takes that as HTTP Basic.
    public func exchange(of code: String, at metadata: ProviderMetadata, for client: ProviderClient) -> String {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", client.callback),
            ("code_verifier", verifier),
        ]
        if !metadata.takesBasic { fields += [("client_id", client.id), ("client_secret", client.secret)] }
        return OAuthParameters.encoded(fields.map { (name: $0.0, value: $0.1) })
    }
}
