// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

extension Repository {
    /// Lets `git gc` treat the packs of bulk writes like any other, once a reference leads to their objects or none
    /// will.
    public func releasePacks() { unflushed?.release() }

    /// Returns the objects that this handle has stored individually since the last call, in the order of writing.
    ///
    /// Every process can read them at once, but they may be lost in a power cut.
    public func takeUnflushedObjects() -> [StoredObject] { unflushed?.takeObjects() ?? [] }

    /// Restores missing or damaged objects.
    ///
    /// Objects that this handle has read before are checked too, since they may be gone.
    ///
    /// - Returns: the number of objects that had to be stored.
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
            if (try? unsafe PackStore.isWhole(id, in: store.pointer)) == true { continue }
            if let failure = UnreadableFile.read(packs.looseFiles.path(of: id)) { throw failure }
            unsafe unlink(packs.looseFiles.path(of: id))
            _ = try files.store(object)
            count += 1
        }
        return count
    }

    /// Restores objects that are no longer loose. Cheap: no object is read.
    public func restoreMissing(_ objects: [StoredObject]) throws(GitError) {
        var files: ObjectFiles?
        for object in objects where try unsafe access(packs.looseFiles.path(of: object.name()), F_OK) != 0 {
            let store = if let files { files } else { try ObjectFiles(commonDirectory + "objects") }
            files = store
            _ = try store.store(object)
        }
    }
}
