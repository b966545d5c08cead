// SPDX-License-Identifier: Apache-2.0

/// The result of libgit2's own merge of two commits.
public enum CommitMerge: Hashable, Sendable {
    /// The merged tree. No commit is created, and nothing else changed.
    case merged(tree: ObjectID)
    /// The paths in conflict, in order.
    case conflicted(paths: [String])
}
