// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments

/// A token by which a provider says who has signed in there (OpenID Connect Core 1.0, section 2).
///
/// Its signature is not checked. It comes in the answer to a request that the server itself makes to the provider, over
/// TLS with a certificate that is checked, and section 3.1.3.7 (6) permits that in place of the signature. A token must
/// therefore never be taken from anywhere else, such as a browser.
public struct IDToken: Sendable {
    private let claims: JSONObject

    /// The largest size of a token in bytes.
    private static let longest = 16 << 10
    /// By how many seconds the clocks of the provider and of the server may differ.
    private static let leeway: Int64 = 60

    /// Reads a token, as it is in the answer of a provider that has exchanged a code.
    ///
    /// - Throws: ``ProviderFault`` (`untrusted`) if it is malformed, encrypted, or not signed.
    init(_ text: String) throws(ProviderFault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, parts.count == 3, let head = Self.object(parts[0]),
            let claims = Self.object(parts[1])
        else { throw Self.fault("the ID token is malformed") }
        // Nobody asked for a token without a signature (section 3.1.3.7 (7)).
        guard let algorithm = head["alg"]?.stringValue, algorithm.lowercased() != "none", !parts[2].isEmpty else {
            throw Self.fault("the ID token is not signed")
        }
        self.claims = claims
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64URL.decoded(String(part)) else { return nil }
        return try? JSONObject.parse(bytes)
    }

    /// What the provider says, if the token is by it, for this server, of this sign-in and of now (section 3.1.3.7).
    ///
    /// - Parameters:
    ///   - client: the server, as the provider knows it.
    ///   - nonce: that of the sign-in.
    /// - Throws: ``ProviderFault`` (`untrusted`).
    public func claims(
        for client: ProviderClient, nonce: Secret, at now: Timestamp
    ) throws(ProviderFault) -> ProviderClaims {
        guard has("iss", client.issuer.text) else { throw Self.fault("the ID token is of another issuer") }
        let audience = claims["aud"]?.arrayValue ?? [claims["aud"]].compactMap(\.self)
        // Section 3.1.3.7 (3): others that it is for as well are not trusted.
        guard audience.count == 1, Self.isEqual(audience[0], client.id) else {
            throw Self.fault("the ID token is not for this server alone")
        }
        guard claims["azp"] == nil || has("azp", client.id) else {
            throw Self.fault("the ID token was issued to another client")
        }
        guard let expires = claims["exp"]?.doubleValue, expires > Double(now.seconds - Self.leeway) else {
            throw Self.fault("the ID token has expired, or the clock of this machine is wrong")
        }
        guard let issued = claims["iat"]?.doubleValue, issued < Double(now.seconds + Self.leeway) else {
            throw Self.fault("the ID token is from the future, or the clock of this machine is wrong")
        }
        guard has("nonce", nonce.text) else { throw Self.fault("the ID token is of another sign-in") }
        return ProviderClaims(claims)
    }

    private func has(_ name: String, _ value: String) -> Bool { Self.isEqual(claims[ExactString(name)], value) }

    /// Whether a claim is a text with the same bytes: Swift takes `K` (U+212A) for a `K` otherwise.
    private static func isEqual(_ claim: JSON?, _ value: String) -> Bool {
        claim?.stringValue?.utf8.elementsEqual(value.utf8) ?? false
    }

    private static func fault(_ message: String) -> ProviderFault { ProviderFault(.untrusted, message) }
}
