// SPDX-License-Identifier: Apache-2.0

/// The result of a write, and its commit.
public struct WriteResult<Result: Sendable>: Sendable {
    /// The result of the closure.
    public let result: Result
    /// The commit's id; nil if nothing changed.
    public let commit: String?
    /// The values of conflicts that the write settled without showing them to its author.
    public let settled: [SettledConflict]

    /// Creates the result of a write.
    public init(result: Result, commit: String?, settled: [SettledConflict]) {
        self.result = result
        self.commit = commit
        self.settled = settled
    }
}
