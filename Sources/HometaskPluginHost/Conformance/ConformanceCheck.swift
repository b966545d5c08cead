// SPDX-License-Identifier: Apache-2.0

/// One check of a plugin and its outcome.
public struct ConformanceCheck: Hashable, Sendable {
    /// Whether a plugin passed a check, and otherwise why not.
    public enum Outcome: Hashable, Sendable {
        /// The plugin did what the protocol requires.
        case passed
        /// The check failed: what was expected, what was found, and the section of the protocol.
        case failed(String, ProtocolRule)
        /// The check could not be made, for this reason.
        case skipped(SkipReason)
    }

    /// Why a check could not be made.
    public enum SkipReason: Hashable, Sendable {
        /// No recipient was named for messages on the channel with this name.
        case noRecipient(channel: String)
        /// An offer requires the option with this name, for which no sample value can be made up.
        case requiredOption(String)
        /// An offer requires the argument with this name, for which no sample value can be made up.
        case requiredArgument(String)
        /// Another reason, in words.
        case other(String)
    }

    /// The subject of the check, in a sentence.
    public let name: String
    /// Whether the plugin passed, and otherwise why not.
    public let outcome: Outcome
    /// The duration of the check in milliseconds.
    public let milliseconds: Int
}

/// Why a check failed.
struct ConformanceFailure: Error, CustomStringConvertible {
    let description: String
    /// The violated rule, if it is not the one that the check is about.
    let rule: ProtocolRule?

    init(_ description: String, _ rule: ProtocolRule? = nil) {
        self.description = description
        self.rule = rule
    }
}
