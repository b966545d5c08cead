// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskHashing

/// A passkey with which a member signs in.
public struct Passkey: Hashable, Sendable {
    /// The largest number of passkeys per member.
    public static let most = 10

    /// The id by which people name it.
    public let id: DocumentID
    /// The credential id, assigned by the authenticator.
    public let credential: [UInt8]
    /// The id of the member's family.
    public let family: DocumentID
    /// The member whose passkey it is.
    public let member: DocumentID
    /// The name of the phone on which it was added.
    public let name: String
    /// When it was added.
    public let added: Timestamp
    /// The time of the last sign-in with it; nil if none.
    public let used: Timestamp?

    /// The user handle of a member, by which authenticators tell members apart (Web Authentication Level 3, section
    /// 14.6.1): free of personal data, and the same for all passkeys of the member.
    public static func handle(of member: DocumentID, in family: DocumentID) -> [UInt8] {
        SHA256.digest(Array("\(family) \(member)".utf8))
    }
}
