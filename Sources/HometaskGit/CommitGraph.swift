// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// The best common ancestors of two commits: none for unrelated ones, several after criss-cross merges.
    public func mergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
        var (one, two) = (a.oid, b.oid)
        var found = unsafe git_oidarray()
        defer { unsafe git_oidarray_dispose(&found) }
        let status = unsafe git_merge_bases(&found, handle.pointer, &one, &two)
        if status == GIT_ENOTFOUND.rawValue, contains(a), contains(b) {
            git_error_clear()
            return []
        }
        try call("find the merge bases of", on: "\(a) and \(b)", status)
        return unsafe (0..<found.count).map { unsafe ObjectID(found.ids[$0]) }.sorted()
    }

    /// How many commits each of two has that the other has not.
    public func aheadBehind(_ local: ObjectID, _ upstream: ObjectID) throws(GitError) -> (ahead: Int, behind: Int) {
        var (one, two) = (local.oid, upstream.oid)
        var (ahead, behind) = (0, 0)
        try call(
            "count the commits between", on: "\(local) and \(upstream)",
            unsafe git_graph_ahead_behind(&ahead, &behind, handle.pointer, &one, &two))
        return (ahead, behind)
    }

    /// Whether one commit is reached from another by going to parents; a commit is its own ancestor.
    public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
        if ancestor == commit { return true }
        var (one, two) = (commit.oid, ancestor.oid)
        return try call(
            "look for \(ancestor) before", on: "\(commit)",
            unsafe git_graph_descendant_of(handle.pointer, &one, &two)) == 1
    }

    /// Walks the commits reached from some and not from others, the newest first and no commit after its parents.
    ///
    /// - Parameter body: Returns whether to go on.
    public func history(
        from starts: [ObjectID], hiding hidden: [ObjectID] = [], _ body: (Commit) throws(GitError) -> Bool
    ) throws(GitError) {
        let walk = unsafe try HometaskGit.handle("walk the history", freeing: git_revwalk_free) {
            unsafe git_revwalk_new($0, handle.pointer)
        }
        let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
        try call("order the history", unsafe git_revwalk_sorting(walk.pointer, order))
        for start in starts { unsafe try push(start, to: walk, git_revwalk_push) }
        for commit in hidden { unsafe try push(commit, to: walk, git_revwalk_hide) }
        while true {
            var oid = git_oid()
            let status = unsafe git_revwalk_next(&oid, walk.pointer)
            if status == GIT_ITEROVER.rawValue { return }
            try call("walk the history", status)
            guard try body(readCommit(ObjectID(oid))) else { return }
        }
    }

    private func push(
        _ id: ObjectID, to walk: borrowing Handle, _ add: (OpaquePointer?, UnsafePointer<git_oid>?) -> Int32
    ) throws(GitError) {
        var oid = id.oid
        try call("walk from", on: "\(id)", unsafe add(walk.pointer, &oid))
    }
}
