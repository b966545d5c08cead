// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto

/// The attested credential data of a new passkey (Web Authentication Level 3, section 6.5.1).
struct AttestedCredential: Hashable, Sendable {
    /// The credential id, assigned by the authenticator.
    let id: [UInt8]
    let key: P256PublicKey

    /// The permitted credential id lengths: at least 16 bytes, to hold 100 random bits, and at most 1023 (section 7.1,
    /// step 25).
    private static let lengths = 16...1023

    /// The bytes around the two coordinates of an ES256 key. The encoding of the key, a CBOR map, is fully specified: a
    /// COSE key without optional parameters, in CTAP2 canonical form (sections 5.8.5 and 6.5.1). Comparing these bytes
    /// avoids a CBOR decoder.
    private static let beforeX: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
    private static let beforeY: [UInt8] = [0x22, 0x58, 0x20]

    /// Consumes the credential at the start of the data, and leaves the rest.
    ///
    /// - Throws: ``PasskeyFault`` (`malformed`), also if the key is not an ES256 key.
    init(_ data: inout ArraySlice<UInt8>) throws(PasskeyFault) {
        // The AAGUID, the authenticator's model, is not needed.
        _ = try Self.takeBytes(16, from: &data)
        let length = try Self.takeBytes(2, from: &data).reduce(0) { $0 << 8 | Int($1) }
        guard Self.lengths.contains(length) else {
            throw PasskeyFault(.malformed, "the credential id has \(length) bytes, not 16 to 1023")
        }
        id = try Self.takeBytes(length, from: &data)
        guard try Self.takeBytes(Self.beforeX.count, from: &data) == Self.beforeX else { throw Self.otherKey }
        let x = try Self.takeBytes(32, from: &data)
        guard try Self.takeBytes(Self.beforeY.count, from: &data) == Self.beforeY else { throw Self.otherKey }
        let y = try Self.takeBytes(32, from: &data)
        guard let key = P256PublicKey(point: [0x04] + x + y) else {
            throw PasskeyFault(.malformed, "the public key is not a point of the curve P-256")
        }
        self.key = key
    }

    private static let otherKey = PasskeyFault(.malformed, "the public key is not one for ES256")

    private static func takeBytes(_ count: Int, from data: inout ArraySlice<UInt8>) throws(PasskeyFault) -> [UInt8] {
        guard data.count >= count else { throw PasskeyFault(.malformed, "the attested credential data is cut off") }
        defer { data = data.dropFirst(count) }
        return Array(data.prefix(count))
    }
}
