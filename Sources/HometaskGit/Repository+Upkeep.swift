// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// Rereads the object store, so that packs from other processes are found.
    public func refresh() throws(GitError) {
        try call("look for new objects", unsafe git_odb_refresh(odb.pointer))
    }

    /// Makes HEAD point to a branch that has no commit yet.
    public func setUnbornBranch(_ name: String) throws(GitError) {
        try call("set HEAD", on: name, unsafe git_repository_set_head(handle.pointer, name))
    }

    /// The number of changes in a commit and its ancestors: commits, except merges.
    public func changeCount(from commit: ObjectID) throws(GitError) -> Int {
        var count = 0
        try history(from: [commit], hiding: []) { commit throws(GitError) in
            if commit.parents.count < 2 { count += 1 }
            return true
        }
        return count
    }
}
