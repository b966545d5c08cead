// SPDX-License-Identifier: Apache-2.0

import CCrypto

/// A public key on the elliptic curve P-256 (NIST SP 800-186), by OpenSSL's libcrypto.
public struct P256PublicKey: Hashable, Sendable {
    /// The public point in the uncompressed form, 65 bytes (SEC 1, section 2.3.3).
    public let point: [UInt8]

    /// The largest signature in DER: two integers of 33 bytes each, with their heads.
    private static let longestSignature = 72

    /// The key with a public point; nil if that is not a point of the curve in the uncompressed form.
    public init?(point: [UInt8]) {
        guard P256Key.isPoint(point) else { return nil }
        self.point = point
    }

    /// Whether a signature of bytes is by this key (ECDSA with SHA-256, FIPS 186-5).
    ///
    /// - Parameter signature: an `Ecdsa-Sig-Value` (RFC 3279, section 2.2.3) in DER. Any other encoding of the same two
    ///   numbers is refused. Whoever has one signature can make the other with n - s in the place of s, which is one by
    ///   this key as well (FIPS 186-5), and authenticators make either: a signature is no name of what was signed.
    public func hasSigned(_ bytes: [UInt8], with signature: [UInt8]) -> Bool {
        guard (1...Self.longestSignature).contains(signature.count) else { return false }
        let digest = FileDigest.digest(bytes)
        return unsafe hometask_p256_verify(point, digest, signature, signature.count) == 1
    }
}
