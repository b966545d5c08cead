// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A phone that has joined and was not signed out.
public struct SignedInPhone: Hashable, Sendable {
    /// The id of its document in the family.
    public let device: DocumentID
    /// The id of the family that it has joined.
    public let family: DocumentID
    /// The member who owns the phone.
    public let member: DocumentID
    /// The name that it gave itself.
    public let name: String
    /// When it joined, by the clock of the server.
    public let joined: Timestamp
    /// When it was last seen, to the hour; nil if it has not been seen since it joined.
    public let seen: Timestamp?
}
