// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskHashing

/// A passkey with which a member signs in.
public struct Passkey: Hashable, Sendable {
    /// The maximum number of passkeys per member.
    public static let most = 10

    /// The id by which people refer to the passkey.
    public let id: DocumentID
    /// The credential id, assigned by the authenticator.
    public let credential: [UInt8]
    /// The id of the member's family.
    public let family: DocumentID
    /// The member whose passkey it is.
    public let member: DocumentID
    /// The name of the phone on which the passkey was added.
    public let name: String
    /// The time at which the passkey was added.
    public let added: Timestamp
    /// The time of the last sign-in with the passkey; nil if none.
    public let used: Timestamp?

    /// Returns the user handle of a member, by which authenticators distinguish members (Web Authentication Level 3,
    /// section 14.6.1). It contains no personal data, and is the same for all of the member's passkeys.
    public static func handle(of member: DocumentID, in family: DocumentID) -> [UInt8] {
        SHA256.digest(Array("\(family) \(member)".utf8))
    }
}
