// SPDX-License-Identifier: Apache-2.0

/// A result of examining the repository.
public struct Finding: Hashable, Sendable {
    /// How grave a finding is.
    public enum Severity: String, Hashable, Sendable {
        /// What was looked at is as it should be.
        case fine
        /// It works, and could be better.
        case advice
        /// Something does not work as it should.
        case problem
        /// A problem that has been repaired.
        case mended
    }

    /// How grave it is.
    public let severity: Severity
    /// What was looked at: `merge driver`, `objects`.
    public let subject: String
    /// What was found, in a sentence.
    public let message: String
    /// What to do next.
    public let hint: Hint?

    /// Creates a finding; `hint` is nil if there is nothing to do.
    public init(_ severity: Severity, _ subject: String, _ message: String, hint: Hint? = nil) {
        self.severity = severity
        self.subject = subject
        self.message = message
        self.hint = hint
    }
}
