// SPDX-License-Identifier: Apache-2.0

/// A result of examining the repository.
public struct Finding: Hashable, Sendable {
    /// How serious a finding is: only a problem makes `hometask doctor` fail.
    public enum Severity: String, Hashable, Sendable {
        /// The examined thing is in order.
        case fine
        /// It works, but could be improved.
        case advice
        /// Something does not work as it should.
        case problem
        /// A problem that has been repaired.
        case mended
    }

    /// Whether something is wrong, and whether it was repaired.
    public let severity: Severity
    /// The examined thing: `merge driver`, `objects`.
    public let subject: String
    /// The finding, in a sentence.
    public let message: String
    /// What to do next.
    public let hint: Hint?

    /// Creates a finding; `hint` is nil if there is nothing to do.
    public init(_ severity: Severity, _ subject: String, message: String, hint: Hint? = nil) {
        self.severity = severity
        self.subject = subject
        self.message = message
        self.hint = hint
    }
}
