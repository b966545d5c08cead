// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// The best common ancestors of two commits, in the order of their ids: none for unrelated ones, several after
    /// criss-cross merges.
    public func mergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
        try mergeBases(a, [b])
    }

    /// The best common ancestors of a commit and a merge of others that is yet to be made.
    public func mergeBases(_ commit: ObjectID, _ others: [ObjectID]) throws(GitError) -> [ObjectID] {
        let commits = [commit] + others
        for commit in commits { try expect(.commit, at: commit) }
        let ids = commits.map(\.oid)
        var found = unsafe git_oidarray()
        defer { unsafe git_oidarray_dispose(&found) }
        let status = unsafe git_merge_bases_many(&found, handle.pointer, ids.count, ids)
        if status == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return []
        }
        try call("find the merge bases of", on: "\(commits)", status)
        return unsafe (0..<found.count).map { unsafe ObjectID(found.ids[$0]) }.sorted()
    }

    /// How many changes each of two commits has that the other has not: commits, except those that merge others.
    public func aheadBehind(_ local: ObjectID, _ upstream: ObjectID) throws(GitError) -> (ahead: Int, behind: Int) {
        try aheadBehind(local, [upstream])
    }

    /// The same against several, taken together.
    public func aheadBehind(
        _ local: ObjectID, _ upstreams: [ObjectID]
    ) throws(GitError) -> (ahead: Int, behind: Int) {
        if upstreams.allSatisfy({ $0 == local }), !upstreams.isEmpty { return (0, 0) }
        var walk = CommitWalk()
        try walk.run(self, left: [local], right: upstreams)
        return (walk.changes(onlyOn: .left), walk.changes(onlyOn: .right))
    }

    /// Whether one commit is reached from another by going to parents; a commit is its own ancestor.
    public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
        if ancestor == commit { return true }
        var (one, two) = (commit.oid, ancestor.oid)
        return try call(
            "look for \(ancestor) before", on: "\(commit)",
            unsafe git_graph_descendant_of(handle.pointer, &one, &two)) == 1
    }

    /// Walks the commits reached from some and not from others, no commit after its parents, and of those that may
    /// come next the newest first.
    ///
    /// - Parameter body: Returns whether to continue.
    public func history(
        from starts: [ObjectID], hiding hidden: [ObjectID] = [], _ body: (Commit) throws(GitError) -> Bool
    ) throws(GitError) {
        var walk = CommitWalk()
        try walk.run(self, left: starts, right: hidden)
        for id in walk.ordered(walk.ids(onlyOn: .left)) {
            guard try body(readCommit(id)) else { return }
        }
    }
}
