// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension Repository {
    /// Returns whether an object can be read and, if it is a commit, whether its tree exists.
    func hasCommit(_ id: ObjectID) -> Bool {
        guard let header = try? header(of: id) else { return false }
        guard header.type == GIT_OBJECT_COMMIT else { return true }
        return (try? commits.read(id)).map { contains($0.tree) } ?? false
    }

    /// Returns the first missing object among a commit, its tree with all files, and its ancestors with their trees.
    ///
    /// - Parameter known: objects that are known to exist.
    func missing(from tip: ObjectID, _ known: inout Set<ObjectID>) -> ObjectID? {
        guard let header = try? header(of: tip) else { return tip }
        guard header.type == GIT_OBJECT_COMMIT else { return nil }
        if let tree = try? commits.tree(of: tip), let missing = missing(inTree: tree, &known) { return missing }
        var open = [tip]
        while let id = open.popLast() {
            guard known.insert(id).inserted else { continue }
            guard let commit = try? commits.read(id) else { return id }
            guard contains(commit.tree) else { return commit.tree }
            open += commit.parents
        }
        return nil
    }

    private func missing(inTree root: ObjectID, _ known: inout Set<ObjectID>) -> ObjectID? {
        var open = [root]
        while let id = open.popLast() {
            guard known.insert(id).inserted else { continue }
            guard let entries = try? trees.entries(of: id) else { return id }
            for entry in entries where entry.mode != .submodule {
                if entry.mode == .tree { open.append(entry.id) } else if !contains(entry.id) { return entry.id }
            }
        }
        return nil
    }
}
