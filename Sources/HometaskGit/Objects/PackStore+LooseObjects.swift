// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension PackStore {
    /// Returns the approximate number of loose objects: 256 times the number in one of the 256 folders. Git estimates
    /// it in the same way before it packs.
    public func looseObjectCount() -> Int { looseFiles.estimatedCount }

    /// Whether there are about two hundred loose objects or more, judging by a sixteenth of the 256 folders.
    public var hasManyLooseObjects: Bool { looseFiles.areMany }

    var looseFiles: LooseObjectFiles { LooseObjectFiles(commonDirectory: repository.commonDirectory) }

    /// Moves all loose objects into one pack. A loose file is removed only after its object has been read back from the
    /// new pack and found intact; an object that cannot be read stays as it is.
    ///
    /// Other processes may work in the repository in the meantime: an object is always in at least one place.
    ///
    /// - Returns: The number of objects that were packed.
    @discardableResult
    public func packLooseObjects() throws(GitError) -> Int {
        let objects = wholeLooseObjects()
        guard !objects.isEmpty else { return 0 }
        _ = try storePack(of: objects)
        looseFiles.remove(objects)
        return objects.count
    }

    /// Returns the loose objects whose content matches their ids.
    func wholeLooseObjects() -> [ObjectID] {
        looseFiles.ids.filter { isWhole($0) }
    }

    /// Returns whether an object exists and its content matches its id.
    func isWhole(_ id: ObjectID) -> Bool { (try? unsafe Self.isWhole(id, in: repository.odb.pointer)) == true }

    static func isWhole(_ id: ObjectID, in store: OpaquePointer) throws(GitError) -> Bool {
        var oid = id.oid
        let object = try unsafe HometaskGit.handle("read", on: "\(id)", freeing: git_odb_object_free) {
            unsafe git_odb_read($0, store, &oid)
        }
        var found = git_oid()
        try call(
            "hash", on: "\(id)",
            status: unsafe git_odb_hash(
                &found, git_odb_object_data(object.pointer), git_odb_object_size(object.pointer),
                git_odb_object_type(object.pointer)))
        return ObjectID(found) == id
    }

    /// Returns an object store that consists of one pack.
    func packedOnly(_ index: String) throws(GitError) -> Handle {
        let store = try unsafe HometaskGit.handle("open the pack", freeing: git_odb_free) { unsafe git_odb_new($0) }
        var backend: UnsafeMutablePointer<git_odb_backend>?
        try call("open the pack", on: index, status: unsafe git_odb_backend_one_pack(&backend, index))
        try call("open the pack", on: index, status: unsafe git_odb_add_backend(store.pointer, backend, 1))
        return store
    }
}
