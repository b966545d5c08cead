// SPDX-License-Identifier: Apache-2.0

/// One change of git's index, the list of files that the next `git commit` would take.
public enum IndexChange: Hashable, Sendable {
    /// The file of the working tree at this path has this content and mode.
    case put(path: String, id: ObjectID, mode: FileMode)
    /// The path should have this content and mode, but its file may hold something else: git is to look.
    case expect(path: String, id: ObjectID, mode: FileMode)
    /// The path should have this content and mode, and nobody is to look whether its file has: it stays in the store.
    /// For git that is a path with the bit `skip-worktree`.
    case skip(path: String, id: ObjectID, mode: FileMode)
    /// The path is no longer tracked.
    case remove(path: String)
}
