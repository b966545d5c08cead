// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// An invitation for one phone of a member.
public struct Invitation: Hashable, Sendable {
    /// The lifetime of an invitation, in seconds.
    public static let lifetime: Int64 = 3600

    /// The code that the phone presents, known only to the invitation's creator.
    public let code: Secret
    /// The id of the family that the phone is to join.
    public let family: DocumentID
    /// The member who will own the phone.
    public let member: DocumentID
    /// The expiry time of the invitation.
    public let expires: Timestamp
}
