// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// A private key on the elliptic curve P-256 (NIST SP 800-186), by OpenSSL's libcrypto.
public struct P256Key: Hashable, Sendable {
    /// The private scalar, 32 big-endian bytes.
    public let number: [UInt8]
    /// The public point in the uncompressed form, 65 bytes (SEC 1, section 2.3.3).
    public let point: [UInt8]

    /// Creates a key from a private scalar; nil unless the scalar is between 1 and the order of the curve minus 1.
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
            // Only about one number in 2^32 is not smaller than the order.
            if let key = P256Key(number: number) { return key }
        }
    }

    /// Whether bytes encode a point on the curve in the uncompressed form.
    public static func isPoint(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 65, bytes[0] == 4 else { return false }
        return unsafe hometask_p256_is_point(bytes) == 1
    }

    /// Computes the shared secret with another party, 32 bytes (ECDH: SEC 1, section 3.3.1).
    ///
    /// - Parameter point: the other party's public point.
    /// - Returns: nil if the point is not on the curve in the uncompressed form.
    public func secret(with point: [UInt8]) -> [UInt8]? {
        var secret = [UInt8](repeating: 0, count: 32)
        guard Self.isPoint(point), unsafe hometask_p256_agree(number, point, &secret) == 1 else { return nil }
        return secret
    }

    /// Signs bytes by ECDSA with SHA-256. The signature is two numbers of 32 bytes each, in the form of `ES256` (RFC
    /// 7518, section 3.4); nil if libcrypto fails.
    public func signature(of bytes: [UInt8]) -> [UInt8]? {
        let digest = FileDigest.digest(bytes)
        var signature = [UInt8](repeating: 0, count: 64)
        return unsafe hometask_p256_sign(number, digest, &signature) == 1 ? signature : nil
    }
}

/// A public key on the elliptic curve P-256 (NIST SP 800-186), by OpenSSL's libcrypto.
public struct P256PublicKey: Hashable, Sendable {
    /// The public point in the uncompressed form, 65 bytes (SEC 1, section 2.3.3).
    public let point: [UInt8]

    /// The maximum size of a DER signature: two integers of 33 bytes each, with their headers.
    private static let longestSignature = 72

    /// Creates a key from a public point; nil if the point is not on the curve in the uncompressed form.
    public init?(point: [UInt8]) {
        guard P256Key.isPoint(point) else { return nil }
        self.point = point
    }

    /// Verifies a signature of bytes with this key (ECDSA with SHA-256, FIPS 186-5).
    ///
    /// - Parameter signature: an `Ecdsa-Sig-Value` (RFC 3279, section 2.2.3) in DER. Any other encoding of the same two
    ///   numbers is refused. Signatures are malleable: replacing s with n - s gives another valid signature (FIPS
    ///   186-5), and authenticators make either, so a signature does not identify what was signed.
    public func hasSigned(_ bytes: [UInt8], with signature: [UInt8]) -> Bool {
        guard (1...Self.longestSignature).contains(signature.count) else { return false }
        let digest = FileDigest.digest(bytes)
        return unsafe hometask_p256_verify(point, digest, signature, signature.count) == 1
    }
}
