// SPDX-License-Identifier: Apache-2.0

/// One change of git's index, the list of files that the next `git commit` would include.
public enum IndexChange: Hashable, Sendable {
    /// The file of the working tree at this path has this content and mode.
    case put(path: String, id: ObjectID, mode: FileMode)
    /// The path should have this content and mode, but its file may hold something else: git must check it.
    case expect(path: String, id: ObjectID, mode: FileMode)
    /// The path should have this content and mode, and git must not check its file: the file is left out of the working
    /// tree. Git calls this the bit `skip-worktree`.
    case skip(path: String, id: ObjectID, mode: FileMode)
    /// The path is no longer tracked.
    case remove(path: String)
}
