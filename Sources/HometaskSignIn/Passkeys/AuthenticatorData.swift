// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto

/// The signed authenticator data of a passkey ceremony (Web Authentication Level 3, section 6.1).
public struct AuthenticatorData: Hashable, Sendable {
    let bytes: [UInt8]
    private let flags: UInt8
    /// The signature counter; 0 if the authenticator does not support one.
    let counter: Int64
    /// The created passkey; nil for a sign-in with an existing passkey.
    let credential: AttestedCredential?

    /// The size limit, which also bounds the extensions, the remainder of the data. Extensions are never requested, and
    /// are ignored.
    private static let longest = 4096
    private static let head = 37

    /// The bits of the flags.
    private enum Flag {
        static let userPresent: UInt8 = 0x01
        static let userVerified: UInt8 = 0x04
        static let backupEligible: UInt8 = 0x08
        static let backedUp: UInt8 = 0x10
        static let hasCredential: UInt8 = 0x40
        static let hasExtensions: UInt8 = 0x80
    }

    /// Parses the signed bytes.
    ///
    /// - Throws: ``PasskeyFault`` (`malformed`).
    public init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard (Self.head...Self.longest).contains(bytes.count) else {
            throw PasskeyFault(.malformed, "the authenticator data has \(bytes.count) bytes")
        }
        (self.bytes, flags) = (bytes, bytes[32])
        counter = bytes[33..<37].reduce(0) { $0 << 8 | Int64($1) }
        var rest = bytes[Self.head...]
        credential = flags & Flag.hasCredential == 0 ? nil : try AttestedCredential(&rest)
        guard rest.isEmpty == (flags & Flag.hasExtensions == 0) else {
            throw PasskeyFault(.malformed, "the authenticator data is longer or shorter than its flags say")
        }
    }

    /// Checks the relying party, user presence, user verification and backup flags (section 7.1, steps 13 to 16, or
    /// section 7.2, steps 15 to 18).
    ///
    /// User verification, such as a fingerprint or the phone's code, is required: the passkey is the only factor, and
    /// without verification, anyone who finds a security key could sign in.
    ///
    /// - Throws: ``PasskeyFault`` (`untrusted`).
    func check(at party: RelyingParty) throws(PasskeyFault) {
        guard bytes[..<32].elementsEqual(party.idHash) else {
            throw PasskeyFault(.untrusted, "the passkey is for another host than \(party.id)")
        }
        guard flags & Flag.userPresent != 0 else { throw PasskeyFault(.untrusted, "nobody was there") }
        guard flags & Flag.userVerified != 0 else {
            throw PasskeyFault(.untrusted, "the authenticator has not verified who was there")
        }
        guard flags & Flag.backupEligible != 0 || flags & Flag.backedUp == 0 else {
            throw PasskeyFault(.untrusted, "the authenticator contradicts itself: it has a copy of what has none")
        }
    }
}
