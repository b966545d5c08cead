// SPDX-License-Identifier: Apache-2.0

/// The reason a sign-in failed or could not be decided.
public struct SignInFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Code: String, Sendable {
        /// There is no such invitation: it never existed, was used, or has expired.
        case noInvitation
        /// The phone was signed out.
        case signedOut
        /// The database cannot be read or written.
        case unavailable
    }

    /// The kind of the fault.
    public let code: Code
    /// What is wrong, in one sentence. If the database is unavailable, the message may name files of the server, and
    /// must not reach phones.
    public let message: String

    /// Creates a fault, with a code for programs and a message for people.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
