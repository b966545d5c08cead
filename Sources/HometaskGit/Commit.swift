// SPDX-License-Identifier: Apache-2.0

/// A commit: a tree, the commits it came from, and who made it when and why.
public struct Commit: Hashable, Sendable {
    /// The id of the commit, which follows from all that is in it.
    public let id: ObjectID
    /// The state of all files.
    public let tree: ObjectID
    /// The commits it follows: none for a root, several for a merge; the order counts.
    public let parents: [ObjectID]
    /// Who wrote the change.
    public let author: Signature
    /// Who made the commit.
    public let committer: Signature
    /// The whole message, as it was written.
    public let message: String
}
