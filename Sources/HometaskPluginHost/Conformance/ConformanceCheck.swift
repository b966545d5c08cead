// SPDX-License-Identifier: Apache-2.0

/// One thing that a plugin was tried for, and what came of it.
public struct ConformanceCheck: Hashable, Sendable {
    /// What came of it.
    public enum Outcome: Hashable, Sendable {
        /// It is as it should be.
        case passed
        /// The check failed: what was expected, what was found, and the section of the protocol.
        case failed(String, ProtocolRule)
        /// It could not be tried: why.
        case skipped(String)
    }

    /// What should hold, in a sentence.
    public let name: String
    /// What came of it.
    public let outcome: Outcome
    /// How long it took.
    public let milliseconds: Int
}

/// Why a check fails.
struct ConformanceFailure: Error, CustomStringConvertible {
    let description: String
    /// The rule that is broken, where it is another than the check is about.
    let rule: ProtocolRule?

    init(_ description: String, _ rule: ProtocolRule? = nil) {
        self.description = description
        self.rule = rule
    }
}
