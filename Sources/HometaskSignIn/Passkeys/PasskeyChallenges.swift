// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The pending challenges, kept in memory: after a server restart, people start over.
///
/// Space is bounded: at capacity, the oldest challenge is dropped. A phone's new challenge replaces its previous one.
public struct PasskeyChallenges: Sendable {
    /// The open challenges, keyed by their texts.
    private var open: OpenRequests<String, PasskeyChallenge>

    /// - Parameter capacity: the maximum number of challenges that are kept.
    public init(capacity: Int = 1000) { open = OpenRequests(capacity: capacity) }

    /// Issues a challenge, to be signed once.
    ///
    /// - Parameters:
    ///   - phone: the phone on which a passkey is to be added; nil to sign in.
    ///   - now: the current time, from which the challenge's lifetime is counted.
    ///   - generator: the source of the challenge; it must be unpredictable.
    public mutating func begin(
        for phone: DocumentID? = nil, at now: Timestamp, using generator: inout some RandomNumberGenerator
    ) -> PasskeyChallenge {
        let new = PasskeyChallenge(
            secret: .random(using: &generator), phone: phone,
            expires: Timestamp(seconds: now.seconds + PasskeyChallenge.lifetime))
        open.begin(new, as: new.text, at: now, until: new.expires) { phone != nil && $0.phone == phone }
        return new
    }

    /// Redeems a challenge, which is valid only once, even if the response is then rejected.
    ///
    /// - Parameters:
    ///   - text: the challenge that was signed.
    ///   - phone: the phone that adds a passkey; nil to sign in.
    ///   - now: the current time; a challenge whose lifetime is over is rejected.
    /// - Throws: ``PasskeyFault`` (`challenge`) if the challenge was never issued, was used, has expired, or was issued
    ///   for another purpose.
    public mutating func end(_ text: String, for phone: DocumentID? = nil, at now: Timestamp) throws(PasskeyFault) {
        guard let found = open.end(text) else {
            throw PasskeyFault(.challenge, "the challenge is not open: it was never made, or was used")
        }
        guard found.expires > now else { throw PasskeyFault(.challenge, "the challenge has expired") }
        guard found.phone == phone else { throw PasskeyFault(.challenge, "the challenge was made for something else") }
    }
}

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
