// SPDX-License-Identifier: Apache-2.0

/// The reason an exchange failed. Nothing was changed.
public struct ExchangeFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault, which determines how the page and the server react.
    public enum Code: String, Sendable {
        /// The request does not conform to <doc:Exchange>: a bug in the page.
        case request
        /// The request exceeds the limit of documents or bytes.
        case tooLarge
        /// The phone is unknown or was signed out.
        case unknownDevice
        /// The member has left the family, or lacks the right to do this.
        case forbidden
        /// The subject of the request is not in the family.
        case missing
        /// The form is based on a version that the family lacks, or that others have changed.
        case outdated
        /// The family is currently unreadable or unwritable.
        case unavailable
    }

    /// The kind of the fault.
    public let code: Code
    /// What is wrong, in one sentence.
    public let message: String

    /// Creates a fault, for an exchange that has changed nothing.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The only message to a phone if the family is currently unreadable or unwritable: the cause may reveal file names
    /// of the server.
    public static let notNow = ExchangeFault(
        .unavailable, "the family cannot be read or written now: try again later")

    /// Reports why the family is currently unreadable or unwritable.
    ///
    /// - Parameters:
    ///   - cause: the failure.
    ///   - report: receives the cause, for the server's operator.
    /// - Returns: ``notNow``.
    public static func unavailable(_ cause: String, telling report: (String) -> Void) -> ExchangeFault {
        report(cause)
        return notNow
    }

    /// The same as ``message``.
    public var description: String { message }
}
