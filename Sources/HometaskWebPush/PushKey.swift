// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskDocuments

/// The key by which push services recognise a server (VAPID, RFC 8292). A subscription is bound to the key: a server
/// with another key cannot use the subscription.
public struct PushKey: Hashable, Sendable {
    /// The lifetime of a token in seconds; the maximum is a day.
    private static let lifetime: Int64 = 12 * 3600

    private let key: P256Key

    /// Generates a key at random.
    ///
    /// - Parameter generator: the source of the key; it must be unpredictable.
    public static func random(using generator: inout some RandomNumberGenerator) -> PushKey {
        PushKey(key: .random(using: &generator))
    }

    private init(key: P256Key) { self.key = key }

    /// Parses a stored key; nil if the string is not a key.
    public init?(stored text: String) {
        guard let number = Base64.urlSafe.decoded(text), let key = P256Key(number: number) else { return nil }
        self.key = key
    }

    /// The private key, encoded for storage.
    public var stored: String { Base64.urlSafe.encoded(key.number) }

    /// The public key, for browsers (W3C, Push API: `applicationServerKey`).
    public var publicText: String { Base64.urlSafe.encoded(key.point) }

    /// Creates a token that identifies the server to a push service (RFC 8292, section 2); returns nil if libcrypto
    /// fails.
    func token(for endpoint: PushEndpoint, contact: String?, at now: Timestamp) -> String? {
        var claims: JSONObject = [
            "aud": .string(endpoint.origin), "exp": .number(JSONNumber(Int(now.seconds + Self.lifetime))),
        ]
        claims["sub"] = contact.map { .string($0) }
        let header: JSONObject = ["alg": "ES256", "typ": "JWT"]
        let signed = [header, claims].map { Base64.urlSafe.encoded($0.compactBytes()) }.joined(separator: ".")
        return key.signature(of: Array(signed.utf8)).map { "\(signed).\(Base64.urlSafe.encoded($0))" }
    }
}
