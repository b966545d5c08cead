// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// A private key on the elliptic curve P-256 (NIST SP 800-186), by OpenSSL's libcrypto.
public struct P256Key: Hashable, Sendable {
    /// The private number, 32 bytes in big-endian order.
    public let number: [UInt8]
    /// The public point in the uncompressed form, 65 bytes (SEC 1, section 2.3.3).
    public let point: [UInt8]

    /// The key with a private number; nil unless the number is from 1 to the order of the curve less 1.
    public init?(number: [UInt8]) {
        var point = [UInt8](repeating: 0, count: 65)
        guard number.count == 32, unsafe hometask_p256_public(number, &point) == 1 else { return nil }
        (self.number, self.point) = (number, point)
    }

    /// Generates a new key.
    ///
    /// - Parameter generator: must be unpredictable.
    public static func random(using generator: inout some RandomNumberGenerator) -> P256Key {
        while true {
            let number = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            // All but one in 2^32 numbers are smaller than the order.
            if let key = P256Key(number: number) { return key }
        }
    }

    /// Whether bytes are a point on the curve in the uncompressed form.
    public static func isPoint(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 65, bytes[0] == 4 else { return false }
        return unsafe hometask_p256_is_point(bytes) == 1
    }

    /// The shared secret of this key and another, 32 bytes (ECDH: SEC 1, section 3.3.1).
    ///
    /// - Parameter point: the other's public point.
    /// - Returns: nil if the point is not on the curve in the uncompressed form.
    public func secret(with point: [UInt8]) -> [UInt8]? {
        var secret = [UInt8](repeating: 0, count: 32)
        guard Self.isPoint(point), unsafe hometask_p256_agree(number, point, &secret) == 1 else { return nil }
        return secret
    }

    /// An ECDSA signature with SHA-256: two numbers of 32 bytes each, in the form of `ES256` (RFC 7518, section 3.4);
    /// nil if libcrypto fails.
    public func signature(of bytes: [UInt8]) -> [UInt8]? {
        let digest = FileDigest.digest(bytes)
        var signature = [UInt8](repeating: 0, count: 64)
        return unsafe hometask_p256_sign(number, digest, &signature) == 1 ? signature : nil
    }
}
