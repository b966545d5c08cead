// SPDX-License-Identifier: Apache-2.0

/// Looks up one path in many trees, such as those of a history.
///
/// Each folder on the path is read once: a folder that is the same in several trees has the same id in them. Of a
/// commit that changed other folders, only the root is read.
public struct PathLookup {
    /// The entry at the path in a tree.
    public struct Entry: Sendable {
        /// Whether it is a file, a folder, a link or a submodule.
        public let mode: FileMode
        /// The content, the tree of a folder, or the commit of a submodule.
        public let id: ObjectID
    }

    private enum Found {
        case entry(Entry)
        case nothing
    }

    private let trees: TreeStore
    private let parts: [[UInt8]]
    /// For each part of the path, the entry of that name in each folder that was read.
    private var found: [[ObjectID: Found]]
    /// The number of folders that were read.
    private(set) var foldersRead = 0

    /// Prepares to look up a path, whose parts are separated by slashes.
    public init(_ path: String, in trees: TreeStore) {
        self.trees = trees
        let names = PathName.bytes(path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        parts = names.map { Array($0) }
        found = Array(repeating: [:], count: parts.count)
    }

    /// Returns the entry at the path below a tree; nil if there is none.
    public mutating func entry(in tree: ObjectID) throws(GitError) -> Entry? {
        var folder = tree
        for level in parts.indices {
            guard case .entry(let entry) = try find(level, in: folder) else { return nil }
            if level == parts.count - 1 { return entry }
            guard entry.mode == .tree else { return nil }
            folder = entry.id
        }
        return nil
    }

    private mutating func find(_ level: Int, in folder: ObjectID) throws(GitError) -> Found {
        if let known = found[level][folder] { return known }
        let entry = try trees.entry(named: parts[level], in: folder)
        foldersRead += 1
        let result = entry.map { Found.entry(Entry(mode: $0.mode, id: $0.id)) } ?? .nothing
        found[level][folder] = result
        return result
    }
}
