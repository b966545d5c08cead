// SPDX-License-Identifier: Apache-2.0

public import HometaskKit
public import HometaskSignIn

/// Sends emails to members through their family's email channel, in a separate process.
public protocol MemberMailer: Sendable {
    /// Sends an email to the address in a member's document.
    ///
    /// - Parameter family: the family's folder.
    /// - Throws: ``MailFault``.
    func send(_ mail: InvitationMail, to member: DocumentID, of family: String) async throws(MailFault)
}

/// The reason an email could not be sent.
public struct MailFault: Error, Hashable, Sendable {
    /// What is wrong, in one sentence.
    public let message: String

    /// Creates a fault, for implementations of ``MemberMailer``.
    public init(_ message: String) { self.message = message }
}
