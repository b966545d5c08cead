// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A challenge for an authenticator to sign, which prevents the replay of earlier signatures (Web Authentication Level
/// 3, section 13.4.3).
public struct PasskeyChallenge: Hashable, Sendable {
    /// The lifetime of a challenge, in seconds.
    public static let lifetime: Int64 = 300

    /// The challenge itself: 160 random bits.
    let secret: Secret
    /// The phone on which a passkey is to be added; nil to sign in.
    let phone: DocumentID?
    /// The expiry time of the challenge.
    public let expires: Timestamp

    /// The challenge as sent to browsers, and as they write it into the client data.
    public var text: String { Base64.urlSafe.encoded(Array(secret.text.utf8)) }
}
