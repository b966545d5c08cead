// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// Finds the commits of a history in which a path has another file than in every one of their parents.
struct VersionSearch {
    private let path: PathHashes
    private let changed: ChangedPaths
    private var lookup: PathLookup
    /// For each commit, the tree in which the path is looked up: that of the nearest commit before it from which on the
    /// path certainly stayed the same.
    private var trees: [ObjectID: ObjectID] = [:]
    /// The number of folders that were read.
    var foldersRead: Int { lookup.foldersRead }

    /// - Parameters:
    ///   - history: all commits, none after its parents.
    ///   - changed: what is known of the paths that they changed.
    init(_ path: String, in history: [CommitOutline], _ changed: ChangedPaths, reading trees: TreeStore) {
        self.path = PathHashes(path)
        self.changed = changed
        lookup = PathLookup(path, in: trees)
        self.trees.reserveCapacity(history.count)
        for commit in history.reversed() {
            let before = changed.mayChange(self.path, by: commit.id) ? nil : commit.parents.first
            self.trees[commit.id] = before.flatMap { self.trees[$0] } ?? commit.tree
        }
    }

    /// The contents of the path after and before a commit; nil if the commit left it as one of its parents had it.
    mutating func change(
        by commit: CommitOutline
    ) throws(GitError) -> (content: String?, previous: String?)? {
        guard changed.mayChange(path, by: commit.id) else { return nil }
        let now = try content(in: commit.tree)
        if commit.parents.isEmpty, now == nil { return nil }
        var previous: ObjectID?
        for parent in commit.parents {
            guard let tree = trees[parent] else { continue }
            let before = try content(in: tree)
            if before == now { return nil }
            previous = previous ?? before
        }
        return (now?.description, previous?.description)
    }

    /// A file's content; nil for anything but a file, which is no document.
    private mutating func content(in tree: ObjectID) throws(GitError) -> ObjectID? {
        guard let entry = try lookup.entry(in: tree), entry.mode.isFile else { return nil }
        return entry.id
    }
}
