// SPDX-License-Identifier: Apache-2.0
import CLibgit2

/// Collects objects in memory, so that all of them reach the disk as one pack.
///
/// What was written can be read at once through the writer, and through the repository after the pack is complete.
/// Memory is needed for all that is collected: give large imports in parts.
public struct BulkWriter: ~Copyable {
    /// A handle of its own on the same repository: libgit2 cannot take a backend away from an object store again.
    private let repository: Repository
    private var written: [ObjectID: StoredObject] = [:]

    private init(_ repository: consuming Repository) { self.repository = repository }

    fileprivate static func begin(at path: String) throws(GitError) -> BulkWriter {
        let repository = try Repository.open(at: path, collecting: true)
        var backend: UnsafeMutablePointer<git_odb_backend>?
        try call("collect objects in memory", unsafe git_mempack_new(&backend))
        // The store owns the backend from here on. Its priority is above that of the files.
        try call("collect objects in memory", unsafe git_odb_add_backend(repository.odb.pointer, backend, 999))
        return BulkWriter(repository)
    }

    /// Collects a file's content.
    public mutating func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        let id = try repository.writeBlob(bytes)
        note(id, .blob, bytes)
        return id
    }

    /// Collects the folders of a changed tree; see ``Repository/tree(_:applying:)``.
    public mutating func tree(_ base: ObjectID?, applying changes: [TreeChange]) throws(GitError) -> ObjectID {
        var folders: [(ObjectID, [UInt8])] = []
        let result = try repository.tree(base, applying: changes) { id, bytes in folders.append((id, bytes)) }
        for (id, bytes) in folders { note(id, .tree, bytes) }
        return result
    }

    /// Lends the repository as it will be, for reading. What is written through it directly is not kept.
    public func reading<R>(_ body: (borrowing Repository) throws -> R) rethrows -> R { try body(repository) }

    private mutating func note(_ id: ObjectID, _ kind: ObjectKind, _ bytes: [UInt8]) {
        written[id] = StoredObject(kind: kind, bytes: bytes)
    }

    /// Writes the pack and its index: whole, or not at all. What the repository had before is left out.
    fileprivate func finish(_ stored: borrowing Repository) throws(GitError) {
        let new = try stored.missing(written.keys.sorted())
        if new.isEmpty { return }
        let pack = try PackFile(new.compactMap { id in written[id].map { (id, $0) } })
        try pack.write(into: stored.commonDirectory + "objects/pack")
    }
}

extension Repository {
    /// Lets a closure write many objects, and stores them all as one pack when it returns; nothing is left loose, and
    /// if the closure throws, nothing is stored.
    ///
    /// Move references only after this has returned.
    public func withBulkWrite<R>(_ body: (inout BulkWriter) throws -> R) throws -> R {
        var writer = try BulkWriter.begin(at: gitDirectory)
        let result = try body(&writer)
        try writer.finish(self)
        return result
    }

    /// Writes a pack of these objects into the repository, and waits until it is on the disk.
    ///
    /// - Returns: The name that the pack and its index share, without `pack-` and the ending.
    @discardableResult
    func writePack(of ids: [ObjectID]) throws(GitError) -> String {
        let builder = try unsafe HometaskGit.handle("begin a pack", freeing: git_packbuilder_free) {
            unsafe git_packbuilder_new($0, handle.pointer)
        }
        for id in ids {
            var oid = id.oid
            try call("pack", on: "\(id)", unsafe git_packbuilder_insert(builder.pointer, &oid, nil))
        }
        let folder = commonDirectory + "objects/pack"
        try call("write a pack into", on: folder, unsafe git_packbuilder_write(builder.pointer, folder, 0, nil, nil))
        guard let name = unsafe git_packbuilder_name(builder.pointer) else {
            throw GitError(.internal, operation: "write a pack", detail: "it has no name")
        }
        let pack = unsafe "\(folder)/pack-\(String(cString: name))"
        for path in [pack + ".pack", pack + ".idx", folder] { try flush(path) }
        return unsafe String(cString: name)
    }
}
