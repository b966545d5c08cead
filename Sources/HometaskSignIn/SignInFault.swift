// SPDX-License-Identifier: Apache-2.0

/// The reason a sign-in fails, or cannot be decided.
public struct SignInFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Code: String, Sendable {
        /// There is no such invitation: it was never made, was used, or has expired.
        case noInvitation
        /// The phone was signed out.
        case signedOut
        /// The database cannot be read or written.
        case unavailable
    }

    /// The kind of the fault.
    public let code: Code
    /// What is wrong, in one sentence. If the database is unavailable, it may name files of the server, and must not
    /// reach phones.
    public let message: String

    /// Creates a fault; programs decide by the code, and people read the message.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The same as ``message``.
    public var description: String { message }
}
