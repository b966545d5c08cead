// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskServing

/// A phone that has just joined.
public struct JoinedPhone: Hashable, Sendable {
    /// The phone's account on the server.
    public let account: PhoneAccount
    /// The id of the family that the phone has joined.
    public let family: DocumentID
    /// The secret that authenticates the phone from now on. The server does not store the secret itself.
    public let secret: Secret
}
