// SPDX-License-Identifier: Apache-2.0

import CCrypto

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
