// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import Glibc

extension Repository {
    /// Brings git's index up to date after files of the working tree were written, so that `git status` is clean and
    /// need not read those files. Reads the index once and writes it once, under git's lock.
    ///
    /// A path whose file is not there gets an entry that makes git look: it shows as deleted.
    ///
    /// - Throws: ``GitError/Code/bareRepository`` where there is no working tree, ``GitError/Code/locked`` if another
    ///   process holds the index for more than two seconds.
    public func updateIndex(_ changes: [IndexChange]) throws(GitError) {
        if changes.isEmpty { return }
        unsafe try changeIndex { (index: OpaquePointer, root: String) throws(GitError) in
            for change in changes {
                switch change {
                case .put(let path, let id, let mode):
                    unsafe try Self.put(PathName.bytes(path), id, mode, in: index, root)
                case .expect(let path, let id, let mode):
                    unsafe try Self.put(PathName.bytes(path), id, mode, in: index, nil)
                case .remove(let path):
                    unsafe try Self.remove(PathName.bytes(path), from: index)
                }
            }
        }
    }

    /// Makes git's index list exactly the files of a tree, with what the file system says of them now. Entries that
    /// stay keep what is known of their files; the index's cache of tree ids is complete afterwards.
    public func replaceIndex(with tree: ObjectID) throws(GitError) {
        try expectContent(of: .tree, tree)
        if tree == Self.emptyTree { _ = try write([], .tree) }
        var oid = tree.oid
        let loaded = try unsafe HometaskGit.handle("read tree", on: "\(tree)", freeing: git_tree_free) {
            unsafe git_tree_lookup($0, handle.pointer, &oid)
        }
        unsafe try changeIndex { (index: OpaquePointer, root: String) throws(GitError) in
            try call("fill the index", unsafe git_index_read_tree(index, loaded.pointer))
            for position in unsafe 0..<git_index_entrycount(index) {
                guard let entry = unsafe git_index_get_byindex(index, position) else { continue }
                guard unsafe entry.pointee.mtime.seconds == 0, unsafe entry.pointee.file_size == 0 else { continue }
                // Written in place: the entry belongs to this index alone, its place in the order does not depend on
                // these fields, and adding it anew would spoil the cache of tree ids.
                if let status = unsafe Self.status(of: entry.pointee, in: root) {
                    unsafe UnsafeMutablePointer(mutating: entry).pointee.note(status)
                }
            }
        }
    }

    private func changeIndex(
        _ change: (_ index: OpaquePointer, _ root: String) throws(GitError) -> Void
    ) throws(GitError) {
        guard let root = workingDirectory else {
            throw GitError(.bareRepository, operation: "change the index", detail: "there is no working tree")
        }
        var lock = try IndexLock.take(gitDirectory)
        let index = try lock.open()
        if let time = lock.timestamp { unsafe Self.forgetRacy(index.pointer, since: time, in: root) }
        try unsafe change(index.pointer, root)
        try call("write the index", unsafe git_index_write(index.pointer))
        try lock.finish()
    }

    /// Makes git read the files that changed in the second in which the index was written, or later: their entries may
    /// be wrong without showing it, and once the index is newer than the file nobody would know. Most builds of git
    /// compare whole seconds; entries that finer times show to be right stay as they are.
    private static func forgetRacy(_ index: OpaquePointer, since time: Int64, in root: String) {
        for position in unsafe 0..<git_index_entrycount(index) {
            guard let entry = unsafe git_index_get_byindex(index, position) else { continue }
            guard unsafe Int64(UInt32(bitPattern: entry.pointee.mtime.seconds)) >= time / 1_000_000_000 else {
                continue
            }
            let status = unsafe status(of: entry.pointee, in: root)
            let isRight = status.map { unsafe entry.pointee.isNoted($0, changedBefore: time) } ?? false
            if !isRight { unsafe UnsafeMutablePointer(mutating: entry).pointee.file_size = 0 }
        }
    }

    private static func put(
        _ path: [UInt8], _ id: ObjectID, _ mode: FileMode, in index: OpaquePointer, _ root: String?
    ) throws(GitError) {
        for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let objection = PathName.objection(toPart: part) else { continue }
            throw refused(PathName.string(path), objection)
        }
        var entry = unsafe git_index_entry()
        unsafe entry.id = id.oid
        unsafe entry.mode = mode.rawValue
        unsafe try PathName.withCharacters(of: path) { name throws(GitError) in
            unsafe entry.path = name
            // Where the file is not there, zeroes make git look again.
            if let root, let status = unsafe status(of: entry, in: root) { unsafe entry.note(status) }
            try call("put into the index", on: PathName.string(path), unsafe git_index_add(index, &entry))
        }
    }

    private static func remove(_ path: [UInt8], from index: OpaquePointer) throws(GitError) {
        unsafe try PathName.withCharacters(of: path) { name throws(GitError) in
            let status = unsafe git_index_remove(index, name, 0)
            if status == GIT_ENOTFOUND.rawValue {
                git_error_clear()
            } else {
                try call("take out of the index", on: PathName.string(path), status)
            }
        }
    }

    /// The status of an entry's file; nil where it is not there.
    private static func status(of entry: git_index_entry, in root: String) -> stat? {
        let name = unsafe UnsafeBufferPointer(start: entry.path, count: strlen(entry.path) + 1)
        let path = unsafe root.utf8CString.dropLast() + name
        var status = stat()
        return unsafe path.withUnsafeBufferPointer { path in
            unsafe path.baseAddress.map { unsafe lstat($0, &status) } == 0 ? status : nil
        }
    }
}
