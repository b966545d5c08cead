// SPDX-License-Identifier: Apache-2.0

import HometaskGit

extension FamilyStore {
    /// The number of new files above which the objects of a change are written as one pack.
    private static let bulk = 64

    /// Writes the tree that results from changes of another, with all new objects in it, durably.
    func writeTree(_ base: ObjectID?, _ changes: [FileChange]) throws -> ObjectID {
        guard changes.count >= Self.bulk else {
            let treeChanges = try changes.map { change in try Self.treeChange(change) { try repository.writeBlob($0) } }
            return try repository.trees.edited(base, applying: treeChanges)
        }
        return try repository.withBulkWrite { writer in
            var ids = try writer.writeBlobs(changes.compactMap(\.content)).makeIterator()
            let treeChanges = try changes.map { change in
                try Self.treeChange(change) { try ids.next() ?? writer.writeBlob($0) }
            }
            return try writer.tree(base, applying: treeChanges)
        }
    }

    private static func treeChange(
        _ change: FileChange, _ write: ([UInt8]) throws -> ObjectID
    ) throws -> TreeChange {
        switch change {
        case .content(let path, let bytes): .putFile(path, try write(bytes))
        case .entry(let path, let id, let mode): .putFile(path, id, mode: mode)
        case .removal(let path): .remove(path)
        }
    }
}
