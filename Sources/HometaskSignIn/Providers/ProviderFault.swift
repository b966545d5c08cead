// SPDX-License-Identifier: Apache-2.0

/// The reason a sign-in at an OpenID Connect provider failed.
public struct ProviderFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Code: String, Sendable {
        /// The callback does not belong to an open sign-in of this browser.
        case unexpected
        /// The person or the provider has declined the sign-in.
        case declined
        /// The provider cannot be reached, or answers with an error.
        case unavailable
        /// The provider's answer is malformed, or is not for this server.
        case untrusted
        /// The provider has not verified an email address.
        case unconfirmed
    }

    /// The kind of the fault.
    public let code: Code
    /// What is wrong, in one sentence, for the log of the server. It contains no secrets or email addresses.
    public let message: String

    /// Creates a fault; the message must not contain secrets or email addresses.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
