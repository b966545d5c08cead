// SPDX-License-Identifier: Apache-2.0

/// The reason why a program or server that this one depends on did not do what it was asked: to send an email, to
/// examine a photo, to deliver a notification, to answer a request.
public struct ServiceFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one sentence, without the address of a phone's subscription.
    public let message: String
    /// Whether the same request would fail again, such as for a file that is not a photo.
    public let isFinal: Bool

    /// Creates a fault, for implementations of ``MemberMailer``, ``PhotoExaminer``, ``PushTransport`` and
    /// ``WebClient``.
    public init(_ message: String, isFinal: Bool = false) {
        (self.message, self.isFinal) = (message, isFinal)
    }

    /// The same as ``message``.
    public var description: String { message }
}
