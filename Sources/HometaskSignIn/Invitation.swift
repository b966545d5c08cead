// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// An invitation for one phone of a member.
public struct Invitation: Hashable, Sendable {
    /// How long an invitation is good, in seconds.
    public static let lifetime: Int64 = 3600

    /// The code that the phone has to show. It is known only to whoever made the invitation.
    public let code: Secret
    /// The id of the family that the phone is to join.
    public let family: DocumentID
    /// The member whose phone it is to be.
    public let member: DocumentID
    /// The time from which on it is no longer good.
    public let expires: Timestamp
}
