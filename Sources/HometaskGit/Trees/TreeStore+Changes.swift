// SPDX-License-Identifier: Apache-2.0

extension TreeStore {
    /// The maximum depth of nested folders in a walk.
    static var depthLimit: Int { 512 }

    /// The maximum number of entries in a walk: more than a family has, but fewer than in a malicious tree that
    /// contains the same few folders many times over.
    static var visitLimit: Int { 1_000_000 }

    /// The number of entries after which a walk counts a one-sided folder in advance, instead of reaching the limit.
    static var visitsUncounted: Int { 10_000 }

    /// Returns all paths at which two trees differ; nil means an empty tree. See ``changes(from:to:body:)``.
    public func changes(from old: ObjectID?, to new: ObjectID?) throws(GitError) -> [TreeDifference] {
        var result: [TreeDifference] = []
        var walk = TreeWalk { (difference: TreeDifference) throws(GitError) in
            result.append(difference)
            return true
        }
        _ = try walk.compare(repository, old, new: new, below: [], depth: 0)
        return result
    }

    /// Walks two trees together and reports each path at which they differ, without descending into equal folders: the
    /// cost depends on what changed. A rename is a removal and an addition. A file that became a folder is a removal
    /// and the additions below it.
    ///
    /// - Parameter body: Returns whether to continue.
    public func changes(
        from old: ObjectID?, to new: ObjectID?, body: @escaping (TreeDifference) throws(GitError) -> Bool
    ) throws(GitError) {
        var walk = TreeWalk(report: body)
        _ = try walk.compare(repository, old, new: new, below: [], depth: 0)
    }
}

/// A walk through two trees side by side, which ends with an error beyond the depth and visit limits of `Repository`.
private struct TreeWalk {
    let report: (TreeDifference) throws(GitError) -> Bool
    private var visits = 0
    /// Whether the walk is in a folder that only one of the trees has.
    private var isOneSided = false
    /// That folder, until its entries are counted.
    private var uncounted: ObjectID?
    /// The number of entries below each folder that was counted.
    private var sizes: [ObjectID: Int] = [:]

    init(report: @escaping (TreeDifference) throws(GitError) -> Bool) { self.report = report }

    /// One side's entry at a name.
    private typealias Item = (tree: RawTree, entry: RawTree.Entry, of: ObjectID)

    /// - Returns: Whether to continue.
    mutating func compare(
        _ repository: Repository, _ old: ObjectID?, new: ObjectID?, below path: [UInt8], depth: Int
    ) throws(GitError) -> Bool {
        if old == new { return true }
        guard depth < TreeStore.depthLimit else {
            throw GitError(.corrupt, operation: "compare trees", detail: "folders are nested too deeply")
        }
        let isOutermost = !isOneSided && (old == nil || new == nil)
        if isOutermost { (isOneSided, uncounted) = (true, old ?? new) }
        defer { if isOutermost { (isOneSided, uncounted) = (false, nil) } }
        let a = if let old { try repository.trees.raw(old) } else { RawTree.empty }
        let b = if let new { try repository.trees.raw(new) } else { RawTree.empty }
        var (i, j) = (0, 0)
        while i < a.entries.count || j < b.entries.count {
            let order = a.order(of: i, against: b, at: j)
            let left: Item? = order <= 0 ? (a, a.entries[i], old ?? .zero) : nil
            let right: Item? = order >= 0 ? (b, b.entries[j], new ?? .zero) : nil
            if order <= 0 { i += 1 }
            if order >= 0 { j += 1 }
            guard try visit(repository, left, right: right, below: path, depth: depth) else { return false }
        }
        return true
    }

    private mutating func visit(
        _ repository: Repository, _ left: Item?, right: Item?, below path: [UInt8], depth: Int
    ) throws(GitError) -> Bool {
        guard let any = left ?? right else { return true }
        visits += 1
        guard visits <= TreeStore.visitLimit else { throw Self.tooLarge }
        if visits > TreeStore.visitsUncounted, let folder = uncounted {
            uncounted = nil
            guard try size(repository, folder, depth: depth) <= TreeStore.visitLimit else { throw Self.tooLarge }
        }
        if let left, let right, left.entry.mode == right.entry.mode,
            left.tree.bytes[left.entry.range].elementsEqual(right.tree.bytes[right.entry.range])
        {
            return true
        }
        let full = path + (path.isEmpty ? [] : [UInt8(ascii: "/")]) + any.tree.name(of: any.entry)
        if any.entry.isFolder {
            let ids = (left.map { $0.tree.id(of: $0.entry) }, right.map { $0.tree.id(of: $0.entry) })
            return try compare(repository, ids.0, new: ids.1, below: full, depth: depth + 1)
        }
        var (old, new): (TreeEntry?, TreeEntry?)
        if let left { old = try repository.trees.treeEntry(left.entry, of: left.tree, id: left.of) }
        if let right { new = try repository.trees.treeEntry(right.entry, of: right.tree, id: right.of) }
        return try report(TreeDifference(path: PathName.string(full), old: old, new: new))
    }

    private static var tooLarge: GitError {
        GitError(.tooLarge, operation: "compare trees", detail: "they differ at too many places")
    }

    /// Returns the number of entries in a folder and below it; beyond the limit, any number that is larger. A folder
    /// that is at many places is read once.
    private mutating func size(_ repository: Repository, _ folder: ObjectID, depth: Int) throws(GitError) -> Int {
        if let known = sizes[folder] { return known }
        // Too deep for the walk as well, which reports it.
        guard depth < TreeStore.depthLimit else { return 0 }
        let tree = try repository.trees.raw(folder)
        var size = tree.entries.count
        for entry in tree.entries where entry.isFolder && size <= TreeStore.visitLimit {
            size += try self.size(repository, tree.id(of: entry), depth: depth + 1)
        }
        sizes[folder] = size
        return size
    }
}

/// A path at which two trees differ.
public struct TreeDifference: Hashable, Sendable {
    /// The path from the root, with `/` between its parts; see ``PathName`` for names that are not UTF-8.
    public let path: String
    /// The first tree's entry: a file, link or submodule, never a folder; nil for nothing.
    public let old: TreeEntry?
    /// The second tree's entry.
    public let new: TreeEntry?

    /// Compares the bytes of the paths.
    public static func == (a: TreeDifference, b: TreeDifference) -> Bool {
        a.old == b.old && a.new == b.new && a.path.utf8.elementsEqual(b.path.utf8)
    }

    /// Hashes the bytes of the path.
    public func hash(into hasher: inout Hasher) {
        for byte in path.utf8 { hasher.combine(byte) }
        hasher.combine(old)
        hasher.combine(new)
    }
}
