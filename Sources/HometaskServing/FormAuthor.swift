// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The sender of a form: an authenticated phone and its member.
public struct FormAuthor: Hashable, Sendable {
    let device: DocumentID
    let member: DocumentID

    /// Creates an author.
    ///
    /// - Parameters:
    ///   - device: the id of the phone's document.
    ///   - member: the member who owns the phone.
    public init(device: DocumentID, member: DocumentID) { (self.device, self.member) = (device, member) }
}
