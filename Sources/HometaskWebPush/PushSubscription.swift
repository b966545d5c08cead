// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments

/// The push subscription of a phone's browser: the endpoint, and the keys for encrypting messages, so that the push
/// service cannot read them.
public struct PushSubscription: Hashable, Sendable {
    /// The endpoint that takes the messages.
    public let endpoint: PushEndpoint
    /// The public key of the browser, a point of P-256 in the uncompressed form.
    let publicKey: [UInt8]
    /// A secret that only the browser and the server have, 16 bytes (RFC 8291, section 3.2).
    let secret: [UInt8]

    /// Reads the JSON of a browser's `PushSubscription.toJSON()` (W3C, Push API, section 8): `endpoint`, and `p256dh`
    /// and `auth` in `keys`. Nil if a value is missing or invalid.
    public init?(_ json: JSONObject) {
        guard let endpoint = json["endpoint"]?.stringValue.flatMap({ PushEndpoint($0) }),
            let publicKey = json["keys"]?["p256dh"]?.stringValue.flatMap({ Base64URL.decoded($0) }),
            let secret = json["keys"]?["auth"]?.stringValue.flatMap({ Base64URL.decoded($0) }),
            secret.count == 16, P256Key.isPoint(publicKey)
        else { return nil }
        (self.endpoint, self.publicKey, self.secret) = (endpoint, publicKey, secret)
    }

    /// The same as JSON, for storing.
    public var json: JSONObject {
        [
            "endpoint": .string(endpoint.text),
            "keys": [
                "auth": .string(Base64URL.encoded(secret)), "p256dh": .string(Base64URL.encoded(publicKey)),
            ],
        ]
    }
}
