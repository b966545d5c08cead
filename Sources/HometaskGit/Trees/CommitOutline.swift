// SPDX-License-Identifier: Apache-2.0

/// A commit without its author and message: enough to find out what it changed.
public struct CommitOutline: Sendable {
    /// The id of the commit.
    public let id: ObjectID
    /// The state of all files.
    public let tree: ObjectID
    /// The commits before it.
    public let parents: [ObjectID]
    /// The committer's time, in seconds since 1970.
    public let seconds: Int64

    /// Creates an outline from its parts.
    public init(id: ObjectID, tree: ObjectID, parents: [ObjectID], seconds: Int64) {
        self.id = id
        self.tree = tree
        self.parents = parents
        self.seconds = seconds
    }

    /// Whether the commit has several parents.
    public var isMerge: Bool { parents.count > 1 }
}
