// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// The paths of files that git's index has otherwise than a tree: what was staged since. Folders of which the index
    /// notes that their tree is the same are not looked into.
    public func pathsStaged(since tree: ObjectID?) throws(GitError) -> [String] {
        let tree = tree ?? Self.emptyTree
        guard let image = indexImage() else { return try pathsStagedByLibgit2(since: tree) }
        var comparison = IndexComparison(image)
        try comparison.compare(tree, below: [], image.starts.indices, self)
        return comparison.differing
    }

    /// Git's index in its own bytes; nil where libgit2 is to read it, or to say what is wrong with it.
    func indexImage() -> IndexImage? {
        hasIndex ? (try? FileBytes.read(gitDirectory + "index")).flatMap { IndexImage($0) } : .empty
    }

    private func pathsStagedByLibgit2(since tree: ObjectID) throws(GitError) -> [String] {
        if tree == Self.emptyTree { return unsafe try pathsStaged(sinceTree: nil) }
        var oid = tree.oid
        let loaded = try unsafe HometaskGit.handle("read tree", on: "\(tree)", freeing: git_tree_free) {
            unsafe git_tree_lookup($0, handle.pointer, &oid)
        }
        return unsafe try pathsStaged(sinceTree: loaded.pointer)
    }

    private func pathsStaged(sinceTree tree: OpaquePointer?) throws(GitError) -> [String] {
        let differences = unsafe try HometaskGit.handle("compare the index", freeing: git_diff_free) {
            unsafe git_diff_tree_to_index($0, handle.pointer, tree, nil, nil)
        }
        return unsafe Self.paths(in: differences.pointer)
    }

    /// The paths of files that differ from the index or are new, worked out by libgit2 with all that an index may have.
    func pathsDifferingByLibgit2() throws(GitError) -> [String] {
        let differences = unsafe try HometaskGit.handle("compare the working tree", freeing: git_diff_free) { diff in
            var options = unsafe git_diff_options()
            unsafe git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
            unsafe options.flags = GIT_DIFF_INCLUDE_UNTRACKED.rawValue | GIT_DIFF_RECURSE_UNTRACKED_DIRS.rawValue
            unsafe options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL
            return unsafe git_diff_index_to_workdir(diff, handle.pointer, nil, &options)
        }
        return unsafe Self.paths(in: differences.pointer)
    }

    private static func paths(in differences: OpaquePointer) -> [String] {
        var paths: [String] = []
        for index in unsafe 0..<git_diff_num_deltas(differences) {
            guard let delta = unsafe git_diff_get_delta(differences, index) else { continue }
            let file = unsafe delta.pointee.new_file.path ?? delta.pointee.old_file.path
            if let file = unsafe file { paths.append(unsafe String(cString: file)) }
        }
        return paths
    }
}

/// A comparison of git's index with a tree, folder by folder.
private struct IndexComparison {
    private let index: IndexImage
    /// The folders whose trees the index knows, by their paths.
    private var known: [[UInt8]: (id: ObjectID, entries: Int)] = [:]
    private(set) var differing: [String] = []

    init(_ index: IndexImage) {
        self.index = index
        let folders = index.treeCache.flatMap { IndexTreeCache(index.bytes[$0]).folders() } ?? []
        for folder in folders { known[folder.path] = folder.tree }
    }

    /// Compares the entries below a folder with its tree; nil for a folder that is not there.
    mutating func compare(
        _ tree: ObjectID?, below folder: [UInt8], _ entries: Range<Int>, _ repository: borrowing Repository
    ) throws(GitError) {
        if let noted = known[folder], noted.id == tree, noted.entries == entries.count { return }
        let raw = try tree.map { id throws(GitError) in try repository.rawTree(id) } ?? .empty
        let prefix = folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]
        var inTree: [ArraySlice<UInt8>: RawTree.Entry] = [:]
        for entry in raw.entries { inTree[raw.name(of: entry)] = entry }
        var next = entries.lowerBound
        while next < entries.upperBound {
            let rest = index.path(next).dropFirst(prefix.count)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else {
                let theirs = inTree.removeValue(forKey: rest)
                let isSame = theirs.map { raw.id(of: $0) == index.id(next) && $0.mode == index.mode(next) } ?? false
                if !isSame { differing.append(PathName.string(index.path(next))) }
                if let theirs, theirs.isFolder { inTree[rest] = theirs }
                next += 1
                continue
            }
            let name = rest[..<slash]
            let path = prefix + name
            let below = index.entries(below: path)
            let theirs = inTree[name].flatMap { $0.isFolder ? $0 : nil }
            if theirs != nil { inTree[name] = nil }
            try compare(theirs.map { raw.id(of: $0) }, below: path, below, repository)
            next = max(below.upperBound, next + 1)
        }
        for (name, entry) in inTree {
            if entry.isFolder {
                try compare(raw.id(of: entry), below: prefix + name, 0..<0, repository)
            } else {
                differing.append(PathName.string(prefix + name))
            }
        }
    }
}
