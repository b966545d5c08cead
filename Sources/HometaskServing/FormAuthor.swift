// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Who has sent a form: a phone that has identified itself, and its member.
public struct FormAuthor: Hashable, Sendable {
    let device: DocumentID
    let member: DocumentID

    /// Creates an author.
    ///
    /// - Parameters:
    ///   - device: the id of the phone's document.
    ///   - member: the member whose phone it is.
    public init(device: DocumentID, member: DocumentID) { (self.device, self.member) = (device, member) }
}
