// SPDX-License-Identifier: Apache-2.0

/// A commit and its parents without their authors and messages: enough to find out what it changed.
public struct CommitOutline: Sendable {
    /// The id of the commit.
    public let id: ObjectID
    /// The state of all files.
    public let tree: ObjectID
    /// The trees of the parents, in the order of the parents.
    public let parentTrees: [ObjectID]
    /// The committer's time, in seconds since 1970.
    public let seconds: Int64

    /// Whether the commit has several parents.
    public var isMerge: Bool { parentTrees.count > 1 }
}
