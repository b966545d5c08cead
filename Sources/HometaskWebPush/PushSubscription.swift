// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments

/// The push subscription of a phone's browser: the endpoint, and the keys for encrypting messages, so that the push
/// service cannot read them.
public struct PushSubscription: Hashable, Sendable {
    /// The endpoint that receives the messages.
    public let endpoint: PushEndpoint
    /// The public key of the browser, an uncompressed P-256 point.
    let publicKey: [UInt8]
    /// The 16-byte authentication secret shared by the browser and the server (RFC 8291, section 3.2).
    let secret: [UInt8]

    /// Parses the JSON of a browser's `PushSubscription.toJSON()` (W3C, Push API, section 8): `endpoint`, and `p256dh`
    /// and `auth` in `keys`. Nil if a value is missing or invalid.
    public init?(_ json: JSONObject) {
        guard let endpoint = json["endpoint"]?.stringValue.flatMap({ PushEndpoint($0) }),
            let publicKey = json["keys"]?["p256dh"]?.stringValue.flatMap({ Base64.urlSafe.decoded($0) }),
            let secret = json["keys"]?["auth"]?.stringValue.flatMap({ Base64.urlSafe.decoded($0) }),
            secret.count == 16, P256Key.isPoint(publicKey)
        else { return nil }
        (self.endpoint, self.publicKey, self.secret) = (endpoint, publicKey, secret)
    }

    /// The subscription as JSON, for storage.
    public var json: JSONObject {
        [
            "endpoint": .string(endpoint.text),
            "keys": [
                "auth": .string(Base64.urlSafe.encoded(secret)), "p256dh": .string(Base64.urlSafe.encoded(publicKey)),
            ],
        ]
    }
}
