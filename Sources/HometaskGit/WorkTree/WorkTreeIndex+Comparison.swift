// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension WorkTreeIndex {
    /// Returns the paths of files that differ between git's index and a tree: the staged changes.
    ///
    /// A folder is skipped if the index records the same tree for it. If nothing is staged and many folders had to be
    /// compared, their trees are recorded in the index.
    public func pathsStaged(since tree: ObjectID?) throws(GitError) -> [String] {
        let tree = tree ?? TreeStore.emptyTree
        guard let image = image() else { return try pathsStagedByLibgit2(since: tree) }
        var comparison = IndexComparison(image)
        try comparison.compare(tree, below: [], entries: image.starts.indices, in: repository)
        if comparison.differing.isEmpty, comparison.folders.count > Self.fewFolders { try noteTrees(in: image, tree) }
        return comparison.differing
    }

    /// The number of folders that may be compared without recording their trees.
    private static let fewFolders = 32

    /// Records the trees of all folders in the index, which equals the tree. This is optional: if the index cannot be
    /// written, it stays as it is.
    private func noteTrees(in image: IndexImage, _ tree: ObjectID) throws(GitError) {
        var comparison = IndexComparison(image, usesNotes: false)
        try comparison.compare(tree, below: [], entries: image.starts.indices, in: repository)
        guard comparison.differing.isEmpty, let trees = IndexTreeCache.bytes(of: comparison.folders) else { return }
        try? rewrite(image, trees: trees)
    }

    /// Returns the raw bytes of git's index; nil if libgit2 has to read it or report what is wrong with it.
    func image() -> IndexImage? {
        exists ? (try? FileBytes.read(repository.gitDirectory + "index")).flatMap { IndexImage($0) } : .empty
    }

    private func pathsStagedByLibgit2(since tree: ObjectID) throws(GitError) -> [String] {
        if tree == TreeStore.emptyTree { return unsafe try pathsStaged(sinceTree: nil) }
        var oid = tree.oid
        let loaded = try unsafe HometaskGit.handle("read tree", on: "\(tree)", freeing: git_tree_free) {
            unsafe git_tree_lookup($0, repository.handle.pointer, &oid)
        }
        return unsafe try pathsStaged(sinceTree: loaded.pointer)
    }

    private func pathsStaged(sinceTree tree: OpaquePointer?) throws(GitError) -> [String] {
        let differences = unsafe try HometaskGit.handle("compare the index", freeing: git_diff_free) {
            unsafe git_diff_tree_to_index($0, repository.handle.pointer, tree, nil, nil)
        }
        return unsafe Self.paths(in: differences.pointer)
    }

    /// Returns the paths of files that differ from the index or are new, determined by libgit2, for every form of
    /// index.
    func pathsDifferingByLibgit2() throws(GitError) -> [String] {
        let differences = unsafe try HometaskGit.handle("compare the working tree", freeing: git_diff_free) { diff in
            var options = unsafe git_diff_options()
            unsafe git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
            unsafe options.flags = GIT_DIFF_INCLUDE_UNTRACKED.rawValue | GIT_DIFF_RECURSE_UNTRACKED_DIRS.rawValue
            unsafe options.ignore_submodules = GIT_SUBMODULE_IGNORE_ALL
            return unsafe git_diff_index_to_workdir(diff, repository.handle.pointer, nil, &options)
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
    /// The folders whose trees the index records, by path.
    private var known: [[UInt8]: (id: ObjectID, entries: Int)] = [:]
    private(set) var differing: [String] = []
    /// The results for the compared folders, parents first.
    private(set) var folders: [IndexTreeCache.Node] = []

    /// - Parameter usesNotes: whether to skip folders for which the index records the same tree.
    init(_ index: IndexImage, usesNotes: Bool = true) {
        self.index = index
        guard usesNotes, let cache = index.treeCache else { return }
        for folder in IndexTreeCache(index.bytes[cache]).folders() ?? [] { known[folder.path] = folder.tree }
    }

    /// Compares the entries below a folder with its tree; nil for a folder that does not exist.
    mutating func compare(
        _ tree: ObjectID?, below folder: [UInt8], entries: Range<Int>, in repository: Repository
    ) throws(GitError) {
        if let noted = known[folder], noted.id == tree, noted.entries == entries.count { return }
        let raw = try tree.map { id throws(GitError) in try repository.trees.raw(id) } ?? .empty
        let number = folders.count
        folders.append(IndexTreeCache.Node(path: folder, tree: tree ?? .zero, entries: entries.count, folders: 0))
        let prefix = folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]
        var (place, next) = (0, entries.lowerBound)
        // Both are in git's order.
        while place < raw.entries.count || next < entries.upperBound {
            let ours = next < entries.upperBound ? child(next, behind: prefix.count) : nil
            let order = order(place, of: raw, ours: ours)
            let theirs = order <= 0 ? raw.entries[place] : nil
            let name = Array(order < 0 ? raw.name(of: raw.entries[place]) : ours?.name ?? [])
            let isFolder = order < 0 ? raw.entries[place].isFolder : ours?.isFolder ?? false
            let id = theirs.map { raw.id(of: $0) }
            if isFolder {
                let below = order < 0 ? next..<next : index.entries(below: prefix + name)
                if order >= 0 { next = below.upperBound }
                folders[number].folders += 1
                try compare(id, below: prefix + name, entries: below, in: repository)
            } else {
                let isSame = order == 0 && id == index.id(next) && theirs?.mode == index.mode(next)
                if !isSame { differing.append(PathName.string(prefix + name)) }
                if order >= 0 { next += 1 }
            }
            if theirs != nil { place += 1 }
        }
    }

    /// Returns the file or subfolder of a folder that an entry is or lies in.
    private func child(_ entry: Int, behind prefix: Int) -> (name: ArraySlice<UInt8>, isFolder: Bool) {
        let rest = index.path(entry).dropFirst(prefix)
        let slash = rest.firstIndex(of: UInt8(ascii: "/"))
        return (rest[..<(slash ?? rest.endIndex)], slash != nil)
    }

    /// Compares an entry of a tree with one of the index, in git's order: before, equal or after.
    private func order(_ place: Int, of raw: RawTree, ours: (name: ArraySlice<UInt8>, isFolder: Bool)?) -> Int {
        guard place < raw.entries.count else { return 1 }
        guard let ours else { return -1 }
        let entry = raw.entries[place]
        return RawTree.compare(raw.name(of: entry), isFolder: entry.isFolder, with: ours.name, isFolder: ours.isFolder)
    }
}
