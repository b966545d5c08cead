// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// Finds the commits of a history in which the file at a path differs from that of every parent.
struct VersionSearch {
    private let path: PathHashes
    private let changed: ChangedPaths
    private(set) var lookup: PathLookup
    /// For each commit, the nearest one before it, or itself, that may have changed the path.
    private var sources: [ObjectID: CommitOutline] = [:]

    /// - Parameters:
    ///   - history: all commits, children before parents.
    ///   - changed: the known paths that they changed.
    init(_ path: String, in history: [CommitOutline], knowing changed: ChangedPaths, reading trees: TreeStore) {
        self.path = PathHashes(path)
        self.changed = changed
        lookup = PathLookup(path, in: trees)
        sources.reserveCapacity(history.count)
        for commit in history.reversed() {
            let before = changed.mayChange(self.path, by: commit.id) ? nil : commit.parents.first
            sources[commit.id] = before.flatMap { sources[$0] } ?? commit
        }
    }

    /// Returns the contents of the path after and before a commit; nil if the content equals that in one of its
    /// parents.
    mutating func change(
        by commit: CommitOutline
    ) throws(GitError) -> (content: String?, previous: String?)? {
        guard changed.mayChange(path, by: commit.id) else { return nil }
        let now = try content(in: commit)
        if commit.parents.isEmpty, now == nil { return nil }
        var previous: ObjectID?
        for parent in commit.parents {
            guard let source = sources[parent] else { continue }
            let before = try content(in: source)
            if before == now { return nil }
            previous = previous ?? before
        }
        return (now?.description, previous?.description)
    }

    /// Returns the content of the file in a commit that may have changed it; nil for anything but a file, which is no
    /// document.
    private mutating func content(in commit: CommitOutline) throws(GitError) -> ObjectID? {
        if let known = changed.file(at: path, in: commit.id) { return known == .zero ? nil : known }
        guard let entry = try lookup.entry(in: commit.tree), entry.mode.isFile else { return nil }
        return entry.id
    }
}
