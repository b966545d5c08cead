// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import HometaskSystem

/// Collects objects in memory, so that all of them reach the disk as one pack.
///
/// What was written can be read at once through the writer, and through the repository after the pack is complete.
/// Memory is needed once for all that is collected, and once for the pack.
public struct BulkWriter: ~Copyable {
    /// A handle of its own on the same repository, which collects what is written through it.
    private let repository: Repository

    fileprivate init(at path: String) throws(GitError) {
        repository = try Repository.open(at: path, collecting: true)
    }

    /// Collects a file's content.
    public mutating func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try repository.writeBlob(bytes) }

    /// Collects the contents of files, whose ids all processors work out.
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

    /// Collects the folders of a changed tree; see ``Repository/tree(_:applying:)``.
    public mutating func tree(_ base: ObjectID?, applying changes: [TreeChange]) throws(GitError) -> ObjectID {
        try repository.tree(base, applying: changes)
    }

    /// Lends the repository as it will be, for reading.
    public func reading<R>(_ body: (borrowing Repository) throws -> R) rethrows -> R { try body(repository) }

    /// Writes the pack and its index: whole, or not at all. What the repository had before is left out.
    fileprivate func finish(_ stored: borrowing Repository) throws(GitError) {
        let objects = repository.collected?.objects ?? [:]
        let new = try stored.missing(objects.keys.sorted())
        if new.isEmpty { return }
        let pack = try PackFile(new.compactMap { id in objects[id].map { (id, $0) } })
        let keep = try pack.write(into: stored.commonDirectory + "objects/pack")
        stored.unflushed?.keep(keep)
    }
}

extension Repository {
    /// Lets a closure write many objects, and stores them all as one pack when it returns; nothing is left loose, and
    /// if the closure throws, nothing is stored.
    ///
    /// Move references only after this has returned, and call ``releasePacks()`` then: until then the pack is kept from
    /// being removed as one whose objects nothing leads to.
    public func withBulkWrite<R>(_ body: (inout BulkWriter) throws -> R) throws -> R {
        var writer = try BulkWriter(at: gitDirectory)
        let result = try body(&writer)
        try writer.finish(self)
        return result
    }
}
