// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

extension ReferenceStore {
    /// Returns the names of references in a folder, such as `refs/remotes`, whose files hold no reference.
    public func torn(in folder: String) -> [String] {
        TornReferences.names(in: folder, of: repository.commonDirectory)
    }

    /// Removes the torn reference files in a folder, since git does not recreate those references while the files
    /// exist. An earlier state in `packed-refs` takes effect again.
    ///
    /// - Returns: their names.
    @discardableResult
    public func removeTorn(in folder: String) -> [String] {
        torn(in: folder).filter { unsafe unlink(repository.commonDirectory + $0) == 0 }
    }

    /// Returns the commits of all references whose names begin with a prefix, except torn ones.
    public func sound(under prefix: String) throws(GitError) -> [ObjectID] {
        try names(under: prefix).compactMap { try? target(of: $0) }
    }

    /// Writes a commit to the file of a torn reference, or removes the file, under git's lock of the reference, and
    /// flushes the change.
    ///
    /// - Returns: false if the reference is not torn any more, or another program holds its lock.
    public func mendTorn(_ name: String, with commit: ObjectID?) throws(GitError) -> Bool {
        let path = repository.commonDirectory + name
        let lock = path + ".lock"
        if repository.locks.clear(ofReference: name) != nil { return false }
        try FileBytes.writeBytes(Array((commit.map { "\($0)\n" } ?? "").utf8), to: lock, asReadableAs: path)
        // Once the file has been renamed, a lock of this name belongs to another program.
        var isLocked = true
        defer { if isLocked { unsafe unlink(lock) } }
        guard TornReferences.isTorn(path) else { return false }
        try flush(lock)
        guard unsafe (commit == nil ? unlink(path) : rename(lock, path)) == 0 else {
            throw GitError.failure("write", path, cause: errno)
        }
        isLocked = commit == nil
        if let slash = path.lastIndex(of: "/") { try flush(String(path[...slash])) }
        return true
    }
}
