// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskSystem

/// Collects objects in memory, to be written to the disk as one pack.
///
/// A collected object is readable at once through the writer, and through the repository once the pack is complete. All
/// collected objects are held in memory, and a second time while the pack is built.
public struct BulkWriter: ~Copyable {
    /// A separate handle to the same repository, which collects everything that is written through it.
    private let repository: Repository

    init(at path: String) throws(GitError) {
        repository = try Repository.open(at: path, collecting: true)
    }

    /// Collects a file's content.
    public mutating func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try repository.writeBlob(bytes) }

    /// Collects the contents of files, and computes their ids on all processors.
    ///
    /// - Returns: the ids, in the order of the contents.
    public mutating func writeBlobs(_ contents: [[UInt8]]) throws(GitError) -> [ObjectID] {
        let ids = ParallelMap.map(contents) { bytes in
            Result { () throws(GitError) in try Repository.hashBlob(bytes) }
        }
        var written: [ObjectID] = []
        written.reserveCapacity(ids.count)
        for (bytes, id) in zip(contents, ids) {
            let id = try id.get()
            repository.collected?.add(StoredObject(kind: .blob, bytes: bytes), as: id)
            written.append(id)
        }
        return written
    }

    /// Collects the folders of a changed tree; see ``TreeStore/edited(_:applying:)``.
    public mutating func tree(_ base: ObjectID?, applying changes: [TreeChange]) throws(GitError) -> ObjectID {
        try repository.trees.edited(base, applying: changes)
    }

    /// Lends the repository, including the collected objects, for reading.
    public func reading<R>(_ body: (Repository) throws -> R) rethrows -> R { try body(repository) }

    /// Writes the pack and its index atomically, without the objects that the repository already has.
    func finish(_ stored: Repository) throws(GitError) {
        let objects = repository.collected?.objects ?? [:]
        let new = try stored.missing(objects.keys.sorted())
        if new.isEmpty { return }
        let pack = try PackFile(new.compactMap { id in objects[id].map { (id, $0) } })
        let keep = try pack.writeFiles(into: stored.commonDirectory + "objects/pack")
        stored.unflushed?.keep(keep)
    }
}
