// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments

/// A message to a phone, to be encrypted (RFC 8291) and sent (RFC 8030).
public struct PushMessage: Hashable, Sendable {
    /// The maximum plaintext length in bytes that every push service supports (RFC 8291, section 4).
    public static let longest = 3993
    /// The padding granularity in bytes: messages are padded to a multiple of it, so that their length reveals little.
    private static let step = 512

    /// The plaintext that the phone receives.
    public let text: [UInt8]
    /// The topic: a later message with the same topic replaces an undelivered one (RFC 8030, section 5.4).
    public let topic: DocumentID
    /// The time to live in seconds: how long the push service keeps the message for an unreachable phone.
    public let lifetime: Int

    /// Creates a message; nil if the text is too long.
    public init?(_ text: [UInt8], about topic: DocumentID, keptFor lifetime: Int) {
        guard text.count <= Self.longest else { return nil }
        (self.text, self.topic, self.lifetime) = (text, topic, lifetime)
    }

    /// Creates the request to a push service to deliver the message.
    ///
    /// - Parameters:
    ///   - subscription: the phone's subscription, whose endpoint receives the request.
    ///   - key: the server's key.
    ///   - contact: an address at which the push service can reach the server's operator; nil for none.
    ///   - now: the time.
    ///   - generator: the source of keys; it must be unpredictable.
    /// - Returns: the request; nil if libcrypto fails.
    public func request(
        to subscription: PushSubscription, by key: PushKey, contact: String?, at now: Timestamp,
        using generator: inout some RandomNumberGenerator
    ) -> PushRequest? {
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let filling = min(Self.longest, (text.count / Self.step + 1) * Self.step) - text.count
        guard
            let body = Self.encrypted(
                text, for: subscription, by: .random(using: &generator), salt: salt, filling: filling),
            let token = key.token(for: subscription.endpoint, contact: contact, at: now)
        else { return nil }
        return PushRequest(
            endpoint: subscription.endpoint,
            headers: [
                ("Authorization", "vapid t=\(token), k=\(key.publicText)"), ("Content-Encoding", "aes128gcm"),
                ("Content-Type", "application/octet-stream"), ("TTL", "\(lifetime)"),
                ("Topic", Base64.urlSafe.encoded(topic.bytes)), ("Urgency", "high"),
            ], body: body)
    }

    /// Encrypts a plaintext as one record (RFC 8188, section 2), with keys derived as in RFC 8291, section 3.4.
    ///
    /// - Parameters:
    ///   - key: an ephemeral key, for this message only.
    ///   - filling: the number of padding bytes, which the browser removes.
    static func encrypted(
        _ text: [UInt8], for subscription: PushSubscription, by key: P256Key, salt: [UInt8], filling: Int
    ) -> [UInt8]? {
        let about = Array("WebPush: info\0".utf8) + subscription.publicKey + key.point
        guard let shared = key.secret(with: subscription.publicKey),
            let material = KeyDerivation.key(from: shared, salt: subscription.secret, for: about, count: 32),
            let contentKey = KeyDerivation.key(
                from: material, salt: salt, for: Array("Content-Encoding: aes128gcm\0".utf8), count: 16),
            let nonce = KeyDerivation.key(
                from: material, salt: salt, for: Array("Content-Encoding: nonce\0".utf8), count: 12),
            let sealed = Cipher.seal(
                text + [2] + [UInt8](repeating: 0, count: filling), key: contentKey, nonce: nonce, context: [])
        else { return nil }
        // The record size, 4096, and the key length.
        return salt + [0, 0, 0x10, 0, UInt8(key.point.count)] + key.point + sealed.dropFirst(nonce.count)
    }
}

/// A POST request to a push service.
public struct PushRequest: Sendable {
    /// The push resource that receives the request (RFC 8030, section 5).
    public let endpoint: PushEndpoint
    /// The header fields, whose values contain no line breaks.
    public let headers: [(name: String, value: String)]
    /// The encrypted message, in the content coding `aes128gcm` (RFC 8188).
    public let body: [UInt8]
}
