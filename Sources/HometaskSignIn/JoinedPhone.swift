// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskServing

/// A phone that has just joined.
public struct JoinedPhone: Hashable, Sendable {
    /// What the server knows about it.
    public let account: PhoneAccount
    /// The id of the family that it has joined.
    public let family: DocumentID
    /// The secret by which it is recognized from now on. The server does not know it any more.
    public let secret: Secret
}
