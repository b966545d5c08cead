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
                unsafe Self.describe(UnsafeMutablePointer(mutating: entry), in: root)
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
            var now = unsafe entry.pointee
            unsafe describe(&now, in: root)
            let isRight = unsafe isSameFile(now, entry.pointee) && nanoseconds(now.mtime) < time
            if !isRight { unsafe UnsafeMutablePointer(mutating: entry).pointee.file_size = 0 }
        }
    }

    private static func nanoseconds(_ time: git_index_time) -> Int64 {
        Int64(UInt32(bitPattern: time.seconds)) * 1_000_000_000 + Int64(time.nanoseconds)
    }

    private static func isSameFile(_ a: git_index_entry, _ b: git_index_entry) -> Bool {
        unsafe nanoseconds(a.mtime) == nanoseconds(b.mtime) && nanoseconds(a.ctime) == nanoseconds(b.ctime)
            && a.ino == b.ino && a.dev == b.dev && a.file_size == b.file_size
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
        unsafe try withTerminated(path) { name throws(GitError) in
            unsafe entry.path = name
            if let root { unsafe describe(&entry, in: root) }
            try call("put into the index", on: PathName.string(path), unsafe git_index_add(index, &entry))
        }
    }

    private static func remove(_ path: [UInt8], from index: OpaquePointer) throws(GitError) {
        unsafe try withTerminated(path) { name throws(GitError) in
            let status = unsafe git_index_remove(index, name, 0)
            if status == GIT_ENOTFOUND.rawValue {
                git_error_clear()
            } else {
                try call("take out of the index", on: PathName.string(path), status)
            }
        }
    }

    /// Copies into an entry what git compares a file by. Where the file is not there, zeroes make git look again.
    private static func describe(_ entry: UnsafeMutablePointer<git_index_entry>, in root: String) {
        var status = stat()
        let path = unsafe Array(root.utf8CString.dropLast()) + cString(entry.pointee.path)
        guard unsafe lstat(path, &status) == 0 else { return }
        unsafe entry.pointee.ctime.seconds = Int32(truncatingIfNeeded: status.st_ctim.tv_sec)
        unsafe entry.pointee.ctime.nanoseconds = UInt32(truncatingIfNeeded: status.st_ctim.tv_nsec)
        unsafe entry.pointee.mtime.seconds = Int32(truncatingIfNeeded: status.st_mtim.tv_sec)
        unsafe entry.pointee.mtime.nanoseconds = UInt32(truncatingIfNeeded: status.st_mtim.tv_nsec)
        unsafe entry.pointee.dev = UInt32(truncatingIfNeeded: status.st_dev)
        unsafe entry.pointee.ino = UInt32(truncatingIfNeeded: status.st_ino)
        unsafe entry.pointee.uid = status.st_uid
        unsafe entry.pointee.gid = status.st_gid
        unsafe entry.pointee.file_size = UInt32(truncatingIfNeeded: status.st_size)
    }

    private static func cString(_ pointer: UnsafePointer<CChar>) -> [CChar] {
        unsafe Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
    }

    private static func withTerminated(
        _ path: [UInt8], _ body: (UnsafePointer<CChar>) throws(GitError) -> Void
    ) throws(GitError) {
        let characters = path.map { CChar(bitPattern: $0) } + [0]
        try unsafe characters.withUnsafeBufferPointer { buffer throws(GitError) in
            if let start = buffer.baseAddress { try unsafe body(start) }
        }
    }
}
