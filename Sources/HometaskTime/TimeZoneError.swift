// SPDX-License-Identifier: Apache-2.0

/// The reason why the rules of a time zone are not available.
public struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Problem: Hashable, Sendable {
        /// The identifier is not one that the time zone database could hold.
        case badIdentifier
        /// The time zone database of this machine has no such zone.
        case unknownZone
        /// The bytes are no valid TZif file, for the reason given.
        case damaged(String)
    }

    /// What kind of fault it is.
    public let problem: Problem
    /// The identifier as it was given; it may hold anything and must be escaped before it is shown.
    public let identifier: String

    /// A fault of a zone.
    public init(_ problem: Problem, identifier: String) {
        self.problem = problem
        self.identifier = identifier
    }

    /// One sentence, and what to do next where there is something to do.
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
