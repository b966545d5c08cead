// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments

/// What an authenticator has to sign, so that no older signature counts (Web Authentication Level 3, section 13.4.3).
public struct PasskeyChallenge: Hashable, Sendable {
    /// How long it is good, in seconds.
    public static let lifetime: Int64 = 300

    /// The challenge, 160 random bits.
    let secret: Secret
    /// The phone on which a passkey is to be added; nil to sign in.
    let phone: DocumentID?
    /// The time from which on it is no longer good.
    public let expires: Timestamp

    /// The challenge as browsers get it, and as they write it into what is signed.
    public var text: String { Base64URL.encoded(Array(secret.text.utf8)) }
}
