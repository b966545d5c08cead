// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging

/// The contents of files in commits, as defined in the format's section on seals.
extension FamilyStore {
    /// Returns a file's bytes; nil if there is none. Empty if something other than a document's file is there, or other
    /// than a folder above it: the document was then not removed.
    func writtenFile(at path: String, in tree: ObjectID) throws -> [UInt8]? {
        guard let entry = try repository.trees.entry(at: path, in: tree) else {
            return try obstacle(to: path, in: tree) == nil ? nil : []
        }
        guard entry.mode.isFile else { return [] }
        do throws(GitError) {
            return try repository.readBlob(entry.id, limit: JSONLimits.document.bytes)
        } catch {
            if error.code == .tooLarge { return [] }
            throw error.replicaError(subject: path)
        }
    }

    /// Makes room for files in a tree: removes entries that take the place of a folder above one, and folders in a
    /// file's own place.
    func makingRoom(for paths: [String], in tree: ObjectID) throws -> ObjectID {
        var gone: Set<String> = []
        for path in paths {
            if let obstacle = try obstacle(to: path, in: tree) {
                gone.insert(obstacle)
            } else if let entry = try repository.trees.entry(at: path, in: tree), entry.mode == .tree {
                gone.formUnion(try repository.trees.changes(from: entry.id, to: nil).map { "\(path)/\($0.path)" })
            }
        }
        return try writeTree(tree, gone.sorted().map { .removal($0) })
    }

    /// Returns the obstacle in the place of a folder above a path; nil if there is none.
    func obstacle(to path: String, in tree: ObjectID) throws -> String? {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += folder.isEmpty ? String(part) : "/\(part)"
            guard let entry = try repository.trees.entry(at: folder, in: tree) else { return nil }
            if entry.mode != .tree { return folder }
        }
        return nil
    }
}
