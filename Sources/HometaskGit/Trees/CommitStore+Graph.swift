// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension CommitStore {
    /// Returns the best common ancestors of two commits, sorted by id: none for unrelated commits, several after
    /// criss-cross merges.
    public func mergeBases(_ a: ObjectID, _ b: ObjectID) throws(GitError) -> [ObjectID] {
        try mergeBases(a, [b])
    }

    /// Returns the best common ancestors of a commit and a hypothetical merge of others.
    public func mergeBases(_ commit: ObjectID, _ others: [ObjectID]) throws(GitError) -> [ObjectID] {
        let commits = [commit] + others
        for commit in commits { try repository.expect(.commit, at: commit) }
        let ids = commits.map(\.oid)
        var found = unsafe git_oidarray()
        defer { unsafe git_oidarray_dispose(&found) }
        let status = unsafe git_merge_bases_many(&found, repository.handle.pointer, ids.count, ids)
        if status == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return []
        }
        try call("find the merge bases of", on: "\(commits)", status: status)
        return unsafe (0..<found.count).map { unsafe ObjectID(found.ids[$0]) }.sorted()
    }

    /// Returns the number of non-merge commits that each of two commits has and the other lacks.
    public func aheadBehind(_ local: ObjectID, _ upstream: ObjectID) throws(GitError) -> (ahead: Int, behind: Int) {
        try aheadBehind(local, [upstream])
    }

    /// Returns these numbers for several upstream commits together.
    public func aheadBehind(
        _ local: ObjectID, _ upstreams: [ObjectID]
    ) throws(GitError) -> (ahead: Int, behind: Int) {
        if upstreams.allSatisfy({ $0 == local }), !upstreams.isEmpty { return (0, 0) }
        var walk = CommitWalk()
        try walk.run(repository, left: [local], right: upstreams)
        return (walk.changes(onlyOn: .left), walk.changes(onlyOn: .right))
    }

    /// Returns whether one commit is reachable from another through parents; a commit is its own ancestor.
    public func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
        if ancestor == commit { return true }
        var (one, two) = (commit.oid, ancestor.oid)
        return try call(
            "look for \(ancestor) before", on: "\(commit)",
            status: unsafe git_graph_descendant_of(repository.handle.pointer, &one, &two)) == 1
    }

    /// Walks the commits that are reachable from some commits and not from others: children before parents, otherwise
    /// newest first.
    ///
    /// - Parameter body: Returns whether to continue.
    public func history(
        from starts: [ObjectID], hiding hidden: [ObjectID] = [], body: (Commit) throws(GitError) -> Bool
    ) throws(GitError) {
        var walk = CommitWalk()
        try walk.run(repository, left: starts, right: hidden)
        for id in walk.ordered(walk.ids(onlyOn: .left)) {
            guard try body(read(id)) else { return }
        }
    }

    /// Returns a commit and its ancestors, in the order of ``history(from:hiding:body:)``.
    ///
    /// - Parameter known: gives the outline of a commit that was read before; all others are read.
    public func outlines(
        from start: ObjectID, knowing known: @escaping (ObjectID) -> CommitOutline?
    ) throws(GitError) -> [CommitOutline] {
        var walk = CommitWalk(knowing: known)
        try walk.visitAll(repository, from: start)
        return walk.ordered(walk.ids(onlyOn: .left)).compactMap { walk.outline($0) }
    }

    /// Returns the number of changes in a commit and its ancestors: commits, except merges.
    public func changeCount(from commit: ObjectID) throws(GitError) -> Int {
        var count = 0
        try history(from: [commit], hiding: []) { commit throws(GitError) in
            if commit.parents.count < 2 { count += 1 }
            return true
        }
        return count
    }

    /// Returns all commits in the repository, in no order, whether or not a reference leads to them. Those that cannot
    /// be read are left out.
    public func all() -> [Commit] {
        (StoreCheck.allObjects(of: repository) ?? []).compactMap { id in
            guard let header = try? repository.header(of: id), header.type == ObjectKind.commit.type else { return nil }
            return try? read(id)
        }
    }
}
