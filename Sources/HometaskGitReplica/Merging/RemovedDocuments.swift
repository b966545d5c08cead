// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit

/// The documents of a tree whose files another tree lacks.
struct RemovedDocuments {
    /// Their paths and entries, sorted by path.
    private(set) var entries: [(path: String, entry: TreeEntry)] = []
    /// The entries in the place of their folders.
    private(set) var obstacles: Set<String> = []

    var paths: [DocumentPath] { entries.compactMap { DocumentPath(text: $0.path) } }
    /// A folder that was replaced by something else.
    var replacedFolder: String? { obstacles.min() }

    /// Finds the documents of one tree that another tree lacks.
    ///
    /// - Parameter otherwise: a third tree; documents that it does not have either are left out.
    init(
        _ store: FamilyStore, from old: ObjectID?, to new: ObjectID?, otherwise third: ObjectID?
    ) throws {
        for difference in try store.repository.trees.changes(from: old, to: new) {
            guard let entry = difference.old, entry.mode.isFile, difference.new?.mode.isFile != true,
                let path = DocumentPath(text: difference.path)
            else { continue }
            if let third, try store.repository.trees.entry(at: path.text, in: third)?.mode.isFile != true { continue }
            entries.append((path.text, entry))
            if let new, let obstacle = try store.obstacle(to: path.text, in: new) { obstacles.insert(obstacle) }
        }
    }

    /// Finds the documents that merging a head would remove from ours. If the head is ahead of ours, these are all that
    /// it lacks. Otherwise, and only if another tool made the head, these are the documents that it has lost since the
    /// merge base. A seal restores documents that are hidden by something else.
    init(_ store: FamilyStore, by head: ObjectID, from ours: ObjectID, isForeign: Bool) throws {
        if try store.repository.commits.isAncestor(head, of: ours) { return }
        let (ourTree, tree) = (try store.tree(of: ours), try store.tree(of: head))
        if try store.repository.commits.isAncestor(ours, of: head) {
            self = try RemovedDocuments(store, from: ourTree, to: tree, otherwise: nil)
        } else if isForeign {
            for base in try store.repository.commits.mergeBases(ours, head) {
                let since = try RemovedDocuments(store, from: store.tree(of: base), to: tree, otherwise: ourTree)
                let known = Set(entries.map(\.path))
                entries += since.entries.filter { !known.contains($0.path) }
                obstacles.formUnion(since.obstacles)
            }
        }
        if isForeign, let tree {
            entries = try entries.filter { try store.obstacle(to: $0.path, in: tree) == nil }
            obstacles = []
        }
    }
}
