// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

/// The loose objects that a repository has stored but may not have flushed.
///
/// Flushing each file and folder would cost more than everything else in a small change. The code that moves a
/// reference to such an object therefore decides how the object gets to the disk: in the caller's own journal, or by
/// ``PackStore/packLooseObjects()``.
final class UnflushedObjects {
    private(set) var objects: [StoredObject] = []
    /// A store of the loose files alone, without flushing; created lazily.
    private var files: ObjectFiles?

    /// Stores an object as a loose file.
    func store(_ object: StoredObject, in commonDirectory: String) throws(GitError) -> ObjectID {
        let files = if let known = self.files { known } else { try ObjectFiles(commonDirectory + "objects") }
        self.files = files
        let id = try files.store(object)
        objects.append(object)
        return id
    }

    /// The `.keep` files of packs that were unreachable when they were written.
    private var keeps: [String] = []

    func keep(_ path: String) { keeps.append(path) }

    /// Allows the packs to be removed like any other.
    func release() {
        for path in keeps { unsafe unlink(path) }
        keeps = []
    }

    /// Returns the objects that have been stored since the last call.
    func takeObjects() -> [StoredObject] {
        defer { objects = [] }
        return objects
    }
}

/// The loose objects of a repository, without its packs.
final class ObjectFiles {
    private let store: Handle

    init(_ folder: String) throws(GitError) {
        let store = try unsafe handle("open the object files", freeing: git_odb_free) { unsafe git_odb_new($0) }
        var backend: UnsafeMutablePointer<git_odb_backend>?
        // The compression level is zlib's default; modes of 0 mean git's own.
        try call(
            "open the object files", on: folder, status: unsafe git_odb_backend_loose(&backend, folder, -1, 0, 0, 0))
        try call("open the object files", on: folder, status: unsafe git_odb_add_backend(store.pointer, backend, 1))
        self.store = store
    }

    func store(_ object: StoredObject) throws(GitError) -> ObjectID {
        try Self.repeating { () throws(GitError) in try writeObject(object) }
    }

    /// Retries once if a folder is missing: a packing process may have removed it while it was empty, just before the
    /// file was created.
    static func repeating(_ write: () throws(GitError) -> ObjectID) throws(GitError) -> ObjectID {
        do {
            return try write()
        } catch {
            guard [.notFound, .system].contains(error.code) else { throw error }
            return try write()
        }
    }

    private func writeObject(_ object: StoredObject) throws(GitError) -> ObjectID {
        var oid = git_oid()
        let (kind, bytes) = (object.kind, object.bytes)
        try call("write an object", status: unsafe git_odb_write(&oid, store.pointer, bytes, bytes.count, kind.type))
        return ObjectID(oid)
    }
}
