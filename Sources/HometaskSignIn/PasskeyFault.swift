// SPDX-License-Identifier: Apache-2.0

/// Why a passkey is not taken.
public struct PasskeyFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Code: String, Sendable {
        /// What a browser has sent is not as Web Authentication says.
        case malformed
        /// The challenge was never made, was used, is too old, or was made for something else.
        case challenge
        /// It is not for this server, or nobody has confirmed it.
        case untrusted
        /// There is no such passkey, or its proof is wrong: the same for whoever tries.
        case unknown
        /// The member has as many passkeys as there can be, or this very one.
        case full
    }

    /// The kind of the fault.
    public let code: Code
    /// What is wrong, in one sentence, for the log. It names no key, credential or challenge.
    public let message: String

    /// Creates a fault; the message must not contain a key, a credential or a challenge.
    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// The member has as many passkeys as there can be.
    public static let tooMany = PasskeyFault(.full, "a member has at most \(Passkey.most) passkeys; remove one first")

    /// The same as ``message``.
    public var description: String { message }
}
