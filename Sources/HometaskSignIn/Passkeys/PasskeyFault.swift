// SPDX-License-Identifier: Apache-2.0

/// The reason a passkey is rejected.
public struct PasskeyFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Code: String, Sendable {
        /// The browser's data does not conform to Web Authentication.
        case malformed
        /// The challenge was never issued, was used, has expired, or was issued for another purpose.
        case challenge
        /// The response is not for this server, or the user was not verified.
        case untrusted
        /// The passkey is unknown or its proof is wrong; clients cannot tell which.
        case unknown
        /// The member has the maximum number of passkeys, or already has this one.
        case full
    }

    /// The kind of the fault.
    public let code: Code
    /// What is wrong, in one sentence, for the log. It contains no key, credential or challenge.
    public let message: String

    /// Creates a fault; the message must not contain a key, a credential or a challenge.
    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// The member has the maximum number of passkeys.
    public static let tooMany = PasskeyFault(.full, "a member has at most \(Passkey.most) passkeys; remove one first")

    /// The same as ``message``.
    public var description: String { message }
}
