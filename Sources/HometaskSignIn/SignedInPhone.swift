// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A phone that has joined and was not signed out.
public struct SignedInPhone: Hashable, Sendable {
    /// The id of the phone's document in the family.
    public let device: DocumentID
    /// The id of the family that the phone has joined.
    public let family: DocumentID
    /// The member who owns the phone.
    public let member: DocumentID
    /// The name that the phone gave itself.
    public let name: String
    /// The time at which the phone joined, by the server's clock.
    public let joined: Timestamp
    /// The time at which the phone was last seen, to the hour; nil if it has not been seen since it joined.
    public let seen: Timestamp?
}
