// SPDX-License-Identifier: Apache-2.0

/// A commit: a tree, the parents, and who made it, when and why.
public struct Commit: Hashable, Sendable {
    /// The id of the commit, computed from its content.
    public let id: ObjectID
    /// The state of all files.
    public let tree: ObjectID
    /// The parents: none for a root commit, several for a merge. The order matters.
    public let parents: [ObjectID]
    /// The author of the change.
    public let author: Signature
    /// The creator of the commit.
    public let committer: Signature
    /// The whole message, unchanged.
    public let message: String
}
