// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// A reference of photos, rewritten without some files.
struct PhotoRewriting {
    /// The new commit of the reference.
    let tip: ObjectID
    /// The new objects that it leads to; the files themselves exist already.
    let objects: [StoredObject]

    /// - Returns: nil if the reference leads to none of the files.
    init?(of tip: ObjectID, without erased: Set<ObjectID>, in repository: Repository) throws {
        var later: [(commit: Commit, entries: [TreeEntry])] = []
        var next: ObjectID? = tip
        // From the newest commit back to the oldest that names one of the files; earlier commits stay.
        var last = 0
        while let id = next {
            let commit = try repository.commits.read(id)
            let entries = try repository.trees.entries(of: commit.tree)
            later.append((commit, entries))
            if entries.contains(where: { erased.contains($0.id) }) { last = later.count }
            next = commit.parents.first
        }
        if last == 0 { return nil }
        var parent = later[last - 1].commit.parents.first
        var objects: [StoredObject] = []
        for (commit, entries) in later[..<last].reversed() {
            let kept = entries.filter { !erased.contains($0.id) }
            if kept.isEmpty { continue }
            let folder = StoredObject.folder(of: kept.map { ($0.name, $0.id) })
            let written = StoredObject.commit(
                tree: try folder.name(), parents: [parent].compactMap(\.self), author: commit.author,
                committer: commit.committer, message: commit.message)
            objects += [folder, written]
            parent = try written.name()
        }
        if parent == nil {
            // A removed reference would look like one that was lost.
            let (folder, oldest) = (StoredObject.folder(of: []), later[last - 1].commit)
            let written = StoredObject.commit(
                tree: try folder.name(), parents: [], author: oldest.author, committer: oldest.committer,
                message: "Keep nothing\n")
            objects += [folder, written]
            parent = try written.name()
        }
        guard let parent else { return nil }
        (self.tip, self.objects) = (parent, objects)
    }

    /// Returns the files that a reference leads to.
    static func files(of tip: ObjectID, in repository: Repository) throws -> [ObjectID] {
        try entries(of: tip, in: repository).map(\.id)
    }

    /// Returns the files that a reference leads to, named by the SHA-256 of their originals.
    static func entries(of tip: ObjectID, in repository: Repository) throws -> [TreeEntry] {
        var entries: [TreeEntry] = []
        var next: ObjectID? = tip
        while let id = next {
            let commit = try repository.commits.read(id)
            entries += try repository.trees.entries(of: commit.tree)
            next = commit.parents.first
        }
        return entries
    }
}
