// SPDX-License-Identifier: Apache-2.0

/// Why a sign-in at a provider of OpenID Connect has failed.
public struct ProviderFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Code: String, Sendable {
        /// The request to come back does not belong to a sign-in that this browser has begun and not ended.
        case unexpected
        /// The person, or the provider, has declined.
        case declined
        /// The provider cannot be reached, or answers with an error.
        case unavailable
        /// What the provider says is malformed, or is not for this server.
        case untrusted
        /// The provider has not confirmed an e-mail address.
        case unconfirmed
    }

    /// The kind of the fault.
    public let code: Code
    /// What is wrong, in one sentence, for the log of the server. It contains no secrets and no addresses.
    public let message: String

    /// Creates a fault; the message must not contain secrets or addresses.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
