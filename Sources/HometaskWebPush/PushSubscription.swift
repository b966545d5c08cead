// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments

/// What a phone's browser needs to be given a message: where to send it, and the keys that it is encrypted with, so that
/// the push service cannot read it.
public struct PushSubscription: Hashable, Sendable {
    /// Where messages are sent.
    public let endpoint: PushEndpoint
    /// The public key of the browser, a point of P-256 in the uncompressed form.
    let publicKey: [UInt8]
    /// A secret that only the browser and the server have, 16 bytes (RFC 8291, section 3.2).
    let secret: [UInt8]

    /// Reads what a browser's `PushSubscription.toJSON()` gives (W3C, Push API, section 8): `endpoint`, and in `keys`
    /// `p256dh` and `auth`. Nil if something of it is missing or cannot be.
    public init?(_ json: JSONObject) {
        guard let endpoint = json["endpoint"]?.stringValue.flatMap({ PushEndpoint($0) }),
            let publicKey = json["keys"]?["p256dh"]?.stringValue.flatMap({ Base64URL.decoded($0) }),
            let secret = json["keys"]?["auth"]?.stringValue.flatMap({ Base64URL.decoded($0) }),
            secret.count == 16, P256Key.isPoint(publicKey)
        else { return nil }
        (self.endpoint, self.publicKey, self.secret) = (endpoint, publicKey, secret)
    }

    /// The same, for storing.
    public var json: JSONObject {
        [
            "endpoint": .string(endpoint.text),
            "keys": [
                "auth": .string(Base64URL.encoded(secret)), "p256dh": .string(Base64URL.encoded(publicKey)),
            ],
        ]
    }
}
