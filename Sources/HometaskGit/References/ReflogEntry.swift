// SPDX-License-Identifier: Apache-2.0

/// One move of a reference on this machine.
public struct ReflogEntry: Hashable, Sendable {
    /// The commit before the move; ``ObjectID/zero`` if the reference did not exist.
    public let old: ObjectID
    /// The commit after the move.
    public let new: ObjectID
    /// The reason recorded with the move.
    public let message: String
    /// The time in seconds since 1970.
    public let seconds: Int64
}
