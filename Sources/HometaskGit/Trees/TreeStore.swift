// SPDX-License-Identifier: Apache-2.0

/// The trees of a repository: the folders of the versions that commits name.
public struct TreeStore {
    let repository: Repository

    /// Returns the entries of a folder, in git's order.
    public func entries(of id: ObjectID) throws(GitError) -> [TreeEntry] {
        let tree = try raw(id)
        var entries: [TreeEntry] = []
        entries.reserveCapacity(tree.entries.count)
        for entry in tree.entries { entries.append(try treeEntry(entry, of: tree, id: id)) }
        return entries
    }

    /// Returns the entry at a path below a tree; nil if there is none. Reads one tree for each level.
    public func entry(at path: String, in tree: ObjectID) throws(GitError) -> TreeEntry? {
        let parts = PathName.bytes(path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var folder = tree
        for (level, part) in parts.enumerated() {
            let raw = try raw(folder)
            guard let index = raw.index(named: part) else { return nil }
            let entry = try treeEntry(raw.entries[index], of: raw, id: folder)
            if level == parts.count - 1 { return entry }
            guard entry.mode == .tree else { return nil }
            folder = entry.id
        }
        return nil
    }

    /// Stores a folder of exactly these entries, which may come in any order.
    ///
    /// - Throws: ``GitError/Code/invalid`` for a name that git refuses or a duplicate name, and
    ///   ``GitError/Code/notFound`` or ``GitError/Code/wrongType`` if an entry names an object that is missing or does
    ///   not match its mode.
    public func writeTree(_ entries: [TreeEntry]) throws(GitError) -> ObjectID {
        var named: [(name: [UInt8], entry: TreeEntry)] = []
        for entry in entries {
            let name = PathName.bytes(entry.name)
            if let objection = PathName.objection(toPart: name[...]) { throw Self.refused(entry.name, objection) }
            try expectContent(of: entry.mode, entry.id)
            named.append((name, entry))
        }
        guard Set(named.map(\.name)).count == named.count else {
            throw Self.refused("a tree", "a name occurs twice")
        }
        named.sort {
            RawTree.compare(
                $0.name[...], isFolder: $0.entry.mode == .tree, with: $1.name[...], isFolder: $1.entry.mode == .tree)
                < 0
        }
        let bytes = named.flatMap { RawTree.encode(name: $0.name, mode: $0.entry.mode, id: $0.entry.id) }
        return try repository.writeObject(bytes, .tree)
    }

    /// The id of the empty tree, the same in every repository, whether or not it is stored.
    public static let emptyTree = ObjectID(hex: "4b825dc642cb6eb9a060e54bf8d69288fbee4904") ?? .zero

    func raw(_ id: ObjectID) throws(GitError) -> RawTree {
        if id == Self.emptyTree { return .empty }
        if let known = repository.treeCache[id] { return known }
        let tree = try RawTree(repository.readBytes(id, .tree, limit: Repository.structureLimit), id: id)
        repository.treeCache[id] = tree
        return tree
    }

    /// Returns the entry with a name in a folder; nil if there is none. The folder is neither parsed further nor
    /// cached.
    func entry(named name: [UInt8], in folder: ObjectID) throws(GitError) -> TreeEntry? {
        if folder == Self.emptyTree { return nil }
        let found = try repository.withObject(folder, .tree, limit: Repository.structureLimit) {
            bytes throws(GitError) in try RawTree.entry(named: name, in: bytes, of: folder)
        }.get()
        return try found.map { found throws(GitError) in
            try treeEntry(name[...], mode: found.mode, id: found.id, of: folder)
        }
    }

    func treeEntry(_ entry: RawTree.Entry, of tree: RawTree, id: ObjectID) throws(GitError) -> TreeEntry {
        try treeEntry(tree.name(of: entry), mode: entry.mode, id: tree.id(of: entry), of: id)
    }

    private func treeEntry(
        _ name: ArraySlice<UInt8>, mode: UInt32, id: ObjectID, of folder: ObjectID
    ) throws(GitError) -> TreeEntry {
        let name = PathName.string(name)
        guard let mode = FileMode(stored: mode) else {
            throw GitError(.corrupt, operation: "read tree \(folder)", detail: "\(name) has an unknown mode")
        }
        return TreeEntry(name: name, mode: mode, id: id)
    }

    /// Checks that an entry's object exists and matches the entry's mode; the commit of a submodule is elsewhere.
    func expectContent(of mode: FileMode, _ id: ObjectID) throws(GitError) {
        switch mode {
        case .file, .executable, .link: try repository.expect(.blob, at: id)
        case .tree where id == Self.emptyTree: break
        case .tree: try repository.expect(.tree, at: id)
        case .submodule: break
        }
    }

    static func refused(_ path: String, _ objection: String) -> GitError {
        GitError(.invalid, operation: "put \(path) into a tree", detail: objection)
    }
}
