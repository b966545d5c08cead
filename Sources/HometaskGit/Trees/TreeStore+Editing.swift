// SPDX-License-Identifier: Apache-2.0

/// A change with its path split into parts.
private struct PathChange {
    let parts: [ArraySlice<UInt8>]
    let change: TreeChange
}

extension TreeStore {
    /// Stores and returns the tree that results from changing some paths of another; the base stays as it is.
    ///
    /// Reads and writes only the folders on the way to the changed paths, and copies the unchanged entries byte for
    /// byte. A folder that becomes empty is removed.
    ///
    /// - Parameter base: The tree to start from; nil for an empty one.
    /// - Throws: ``GitError/Code/invalid`` for a path that git refuses or a duplicate path, ``GitError/Code/conflict``
    ///   if a file would replace a folder or the other way round, ``GitError/Code/notFound`` for an object that is
    ///   missing.
    public func edited(_ base: ObjectID?, applying changes: [TreeChange]) throws(GitError) -> ObjectID {
        try TreeEditing(trees: self).edited(base, applying: changes)
    }
}

/// The edit of a tree at some paths; see ``TreeStore/edited(_:applying:)``.
private struct TreeEditing {
    let trees: TreeStore

    func edited(_ base: ObjectID?, applying changes: [TreeChange]) throws(GitError) -> ObjectID {
        var paths: [PathChange] = []
        paths.reserveCapacity(changes.count)
        for change in changes { paths.append(try pathChange(change)) }
        paths.sort { Self.precedes($0.parts, $1.parts) }
        if let result = try editedTree(base, paths[...], level: 0) { return result }
        return try trees.repository.writeObject([], .tree)
    }

    private func pathChange(_ change: TreeChange) throws(GitError) -> PathChange {
        let parts = PathName.bytes(change.path).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for part in parts {
            if let objection = PathName.objection(toPart: part) { throw TreeStore.refused(change.path, objection) }
        }
        if case .put(let id, let mode) = change.action { try trees.expectContent(of: mode, id) }
        return PathChange(parts: parts, change: change)
    }

    /// Compares by parts, each by its bytes, so that all changes below one folder are adjacent.
    private static func precedes(_ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]) -> Bool {
        a.lexicographicallyPrecedes(b) { $0.lexicographicallyPrecedes($1) }
    }

    /// Edits one folder; nil if nothing remains in it.
    private func editedTree(
        _ base: ObjectID?, _ changes: ArraySlice<PathChange>, level: Int
    ) throws(GitError) -> ObjectID? {
        let old = if let base { try trees.raw(base) } else { RawTree.empty }
        var splices = TreeSplices(old)
        var rest = changes
        while let first = rest.first {
            let name = first.parts[level]
            let group = rest.prefix { $0.parts[level].elementsEqual(name) }
            rest = rest.dropFirst(group.count)
            try apply(group, named: name, to: &splices, level: level)
        }
        guard let bytes = splices.result() else { return base }
        guard !bytes.isEmpty else { return nil }
        return try trees.repository.writeObject(bytes, .tree)
    }

    /// Applies the changes at one name: at most one to the name itself, and those below it.
    private func apply(
        _ group: ArraySlice<PathChange>, named name: ArraySlice<UInt8>, to splices: inout TreeSplices, level: Int
    ) throws(GitError) {
        let own = group.prefix { $0.parts.count == level + 1 }
        let below = group.dropFirst(own.count)
        guard own.count < 2 else { throw TreeStore.refused(own[own.startIndex].change.path, "the path occurs twice") }
        let index = splices.old.index(named: name)
        var standing = index.map { (splices.old.entries[$0].isFolder, splices.old.id(of: splices.old.entries[$0])) }
        if let change = own.first?.change, case .remove = change.action {
            if standing?.0 == true { throw Self.collision(change.path, "it is a folder") }
            if standing != nil, below.isEmpty { splices.replace(index, name, with: nil) }
            if standing != nil { standing = nil }
        }
        if let path = below.first?.change.path {
            let after = try folder(standing, changedBy: below, path: path, level: level)
            if after?.0 != false { splices.replace(index, name, with: after.map { (.tree, $0.1) }) }
            standing = after
        }
        guard let change = own.first?.change, case .put(let id, let mode) = change.action else { return }
        if let standing, standing.0 != (mode == .tree) || !below.isEmpty {
            throw Self.collision(change.path, standing.0 ? "a folder is there" : "a file is there")
        }
        splices.replace(index, name, with: (mode, id))
    }

    /// Returns the entry of a name after the changes below it; nil if the folder became empty, or if there was nothing
    /// to remove.
    private func folder(
        _ standing: (Bool, ObjectID)?, changedBy below: ArraySlice<PathChange>, path: String, level: Int
    ) throws(GitError) -> (Bool, ObjectID)? {
        if let standing, !standing.0 {
            guard below.contains(where: { $0.change.action != .remove }) else { return standing }
            throw Self.collision(path, "a file is where the path needs a folder")
        }
        return try editedTree(standing?.1, below, level: level + 1).map { (true, $0) }
    }

    private static func collision(_ path: String, _ found: String) -> GitError {
        GitError(.conflict, operation: "change \(path) in a tree", detail: found)
    }
}
