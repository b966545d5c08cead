// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A provider's ID token, which identifies a signed-in person (OpenID Connect Core 1.0, section 2).
///
/// Its signature is not verified: the server requests it directly from the provider, over TLS with a verified
/// certificate, which section 3.1.3.7 (6) permits instead. A token from anywhere else, such as a browser, must never be
/// accepted.
public struct IDToken: Sendable {
    private let claims: JSONObject

    /// The maximum size of a token in bytes.
    private static let longest = 16 << 10
    /// The permitted clock skew between provider and server, in seconds.
    private static let leeway: Int64 = 60

    /// Parses a token from a provider's response to a code exchange.
    ///
    /// - Throws: ``ProviderFault`` (`untrusted`) if it is malformed, encrypted, or not signed.
    init(_ text: String) throws(ProviderFault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, parts.count == 3, let head = Self.object(parts[0]),
            let claims = Self.object(parts[1])
        else { throw Self.fault("the ID token is malformed") }
        // An unsigned token was not requested (section 3.1.3.7 (7)).
        guard let algorithm = head["alg"]?.stringValue, algorithm.lowercased() != "none", !parts[2].isEmpty else {
            throw Self.fault("the ID token is not signed")
        }
        self.claims = claims
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64.urlSafe.decoded(String(part)) else { return nil }
        return try? JSONObject.parse(bytes)
    }

    /// Returns the claims after validating the issuer, audience, nonce and lifetime (section 3.1.3.7).
    ///
    /// - Parameters:
    ///   - client: this server as the provider's client.
    ///   - nonce: the nonce of the sign-in.
    ///   - now: the server's time, from which the provider's clock may differ by a minute.
    /// - Throws: ``ProviderFault`` (`untrusted`).
    public func claims(
        for client: ProviderClient, nonce: Secret, at now: Timestamp
    ) throws(ProviderFault) -> ProviderClaims {
        guard has("iss", client.issuer.text) else { throw Self.fault("the ID token is of another issuer") }
        let audience = claims["aud"]?.arrayValue ?? [claims["aud"]].compactMap(\.self)
        // Section 3.1.3.7 (3): additional audiences are not trusted.
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

    /// Returns whether a claim is a string with the same bytes: Swift's `==` treats `K` (U+212A) as equal to `K`.
    private static func isEqual(_ claim: JSON?, _ value: String) -> Bool {
        claim?.stringValue?.utf8.elementsEqual(value.utf8) ?? false
    }

    private static func fault(_ message: String) -> ProviderFault { ProviderFault(.untrusted, message) }
}
