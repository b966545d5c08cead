// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto

/// What an authenticator says about the use of a passkey, as it was signed (Web Authentication Level 3, section 6.1).
public struct AuthenticatorData: Hashable, Sendable {
    let bytes: [UInt8]
    private let flags: UInt8
    /// The number of signatures so far; 0 if the authenticator does not count them.
    let counter: Int64
    /// The passkey that was made; nil if one was used.
    let credential: AttestedCredential?

    /// Extensions that nobody has asked for are left out; they are the rest of the data, and bounded by this.
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

    /// Reads it.
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

    /// Checks that it is for this server, and that somebody was there and has proved who they are (section 7.1, steps 13
    /// to 16, or section 7.2, steps 15 to 18).
    ///
    /// The proof, such as a finger or the code of the phone, is required: a passkey is all that somebody shows here, and
    /// without it whoever finds a security key could sign in.
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
