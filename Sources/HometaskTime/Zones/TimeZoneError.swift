// SPDX-License-Identifier: Apache-2.0

/// The reason why the rules of a time zone are unavailable.
public struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Problem: Hashable, Sendable {
        /// The identifier is not well-formed.
        case badIdentifier
        /// The time zone database of this machine has no such zone.
        case unknownZone
        /// The bytes are not a valid TZif file, for the given reason.
        case damaged(String)
    }

    /// The kind of error.
    public let problem: Problem
    /// The identifier as given; it is untrusted and must be escaped before display.
    public let identifier: String

    /// Creates an error for a zone.
    public init(_ problem: Problem, identifier: String) {
        self.problem = problem
        self.identifier = identifier
    }

    /// The error in one sentence and, where possible, the next step.
    public var description: String {
        switch problem {
        case .badIdentifier:
            "‘\(identifier)’ is not a time zone; expected a name such as ‘Europe/Amsterdam’ or ‘UTC’"
        case .unknownZone:
            "this machine knows no time zone ‘\(identifier)’; names look like ‘Europe/Amsterdam’, "
                + "and the package tzdata provides them"
        case .damaged(let reason):
            "the time zone file of ‘\(identifier)’ cannot be read: \(reason); reinstall the package tzdata"
        }
    }
}
