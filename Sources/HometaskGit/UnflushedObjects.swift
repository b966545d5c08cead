// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import Glibc

/// The objects that a repository has stored in files of their own and that may not be on the disk yet.
///
/// Flushing each file and folder would cost more than all the rest of a small change. So whoever moves a reference to
/// such an object decides how it gets to the disk: in a journal of the caller's, or by
/// ``Repository/packLooseObjects()``.
final class UnflushedObjects {
    private(set) var objects: [StoredObject] = []
    /// A store of the loose files alone, which does not flush them; made when first needed.
    private var files: ObjectFiles?

    /// Stores an object in a file of its own.
    func store(_ object: StoredObject, in commonDirectory: String) throws(GitError) -> ObjectID {
        let files = if let known = self.files { known } else { try ObjectFiles(commonDirectory + "objects") }
        self.files = files
        let id = try files.store(object)
        objects.append(object)
        return id
    }

    /// The files that keep packs which nothing led to when they were written.
    private var keeps: [String] = []

    func keep(_ path: String) { keeps.append(path) }

    /// Lets the packs be removed as any other.
    func release() {
        for path in keeps { unsafe unlink(path) }
        keeps = []
    }

    /// Passes what has been stored since the last time.
    func take() -> [StoredObject] {
        defer { objects = [] }
        return objects
    }
}

/// The files of single objects in a repository, without its packs.
private final class ObjectFiles {
    private let store: Handle

    init(_ folder: String) throws(GitError) {
        let store = try unsafe handle("open the object files", freeing: git_odb_free) { unsafe git_odb_new($0) }
        var backend: UnsafeMutablePointer<git_odb_backend>?
        // The level of compression is zlib's default; modes of 0 are git's own.
        try call("open the object files", on: folder, unsafe git_odb_backend_loose(&backend, folder, -1, 0, 0, 0))
        try call("open the object files", on: folder, unsafe git_odb_add_backend(store.pointer, backend, 1))
        self.store = store
    }

    func store(_ object: StoredObject) throws(GitError) -> ObjectID {
        do {
            return try tryWriting(object)
        } catch {
            // Its folder may have been empty, and removed by who packs objects, just before the file came into it.
            guard [.notFound, .system].contains(error.code) else { throw error }
            return try tryWriting(object)
        }
    }

    private func tryWriting(_ object: StoredObject) throws(GitError) -> ObjectID {
        var oid = git_oid()
        let (kind, bytes) = (object.kind, object.bytes)
        try call("write an object", unsafe git_odb_write(&oid, store.pointer, bytes, bytes.count, kind.type))
        return ObjectID(oid)
    }
}

extension Repository {
    /// Lets `git gc` treat the packs of bulk writes as any other, now that a reference leads to their objects, or none
    /// will.
    public func releasePacks() { unflushed?.release() }

    /// The objects that this handle has stored one by one since it was last asked, in the order they were written.
    ///
    /// They can be read by everybody at once, but need not survive a power cut.
    public func takeUnflushedObjects() -> [StoredObject] { unflushed?.take() ?? [] }

    /// Stores those of some objects again that are missing or damaged.
    ///
    /// What this handle has read before counts for nothing: it may be gone since.
    ///
    /// - Returns: how many had to be stored.
    @discardableResult
    public func restore(_ objects: [StoredObject]) throws(GitError) -> Int {
        if objects.isEmpty { return 0 }
        var count = 0
        let folder = commonDirectory + "objects"
        let store = try unsafe HometaskGit.handle("open the object store", freeing: git_odb_free) {
            unsafe git_odb_open($0, folder)
        }
        let files = try ObjectFiles(folder)
        for object in objects {
            let id = try object.name()
            if (try? unsafe Self.isWhole(id, in: store.pointer)) == true { continue }
            if let failure = UnreadableFile.read(looseFiles.path(of: id)) { throw failure }
            unsafe unlink(looseFiles.path(of: id))
            _ = try files.store(object)
            count += 1
        }
        return count
    }

    /// Stores those of some objects again that are in no file of their own any more. Cheap: no object is read.
    public func restoreMissing(_ objects: [StoredObject]) throws(GitError) {
        var files: ObjectFiles?
        for object in objects where try unsafe access(looseFiles.path(of: object.name()), F_OK) != 0 {
            let store = if let files { files } else { try ObjectFiles(commonDirectory + "objects") }
            files = store
            _ = try store.store(object)
        }
    }
}
