// SPDX-License-Identifier: Apache-2.0
import CLibgit2

/// Collects objects in memory, so that all of them reach the disk as one pack.
///
/// What was written can be read at once through the writer, and through the repository after the pack is complete.
/// Memory is needed for all that is collected: give large imports in parts.
public struct BulkWriter: ~Copyable {
    /// A handle of its own on the same repository: libgit2 cannot take a backend away from an object store again.
    private let repository: Repository
    private var written: [ObjectID] = []
    private var known: Set<ObjectID> = []

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
        try noting(repository.writeBlob(bytes))
    }

    /// Collects a folder; see ``Repository/writeTree(_:)``.
    public mutating func writeTree(_ entries: [TreeEntry]) throws(GitError) -> ObjectID {
        try noting(repository.writeTree(entries))
    }

    /// Collects the folders of a changed tree; see ``Repository/tree(_:applying:)``.
    public mutating func tree(_ base: ObjectID?, applying changes: [TreeChange]) throws(GitError) -> ObjectID {
        var written: [ObjectID] = []
        let result = try repository.tree(base, applying: changes) { written.append($0) }
        for id in written { note(id) }
        return result
    }

    /// Collects a commit; see ``Repository/writeCommit(tree:parents:author:committer:message:)``.
    public mutating func writeCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
    ) throws(GitError) -> ObjectID {
        try noting(
            repository.writeCommit(
                tree: tree, parents: parents, author: author, committer: committer, message: message))
    }

    /// Lends the repository as it will be, for reading. What is written through it directly is not kept.
    public func reading<R>(_ body: (borrowing Repository) throws -> R) rethrows -> R { try body(repository) }

    private mutating func noting(_ id: ObjectID) -> ObjectID {
        note(id)
        return id
    }

    private mutating func note(_ id: ObjectID) {
        if known.insert(id).inserted { written.append(id) }
    }

    /// Writes the pack and its index: whole, or not at all. What the repository had before is left out.
    fileprivate func finish(_ stored: borrowing Repository) throws(GitError) {
        let new = try stored.missing(written)
        if !new.isEmpty { try repository.writePack(of: new) }
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
