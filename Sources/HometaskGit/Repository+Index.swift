// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import CProcess
import Glibc

extension Repository {
    /// Brings git's index up to date after files of the working tree were written, so that `git status` is clean and
    /// need not read those files. Reads the index once and writes it once, under git's lock.
    ///
    /// A path whose file is not there gets an entry that makes git look: it shows as deleted. One that is to be skipped
    /// shows as nothing, whatever its file holds.
    ///
    /// - Throws: ``GitError/Code/bareRepository`` where there is no working tree, ``GitError/Code/locked`` if
    ///   another process holds the index for more than two seconds.
    public func updateIndex(_ changes: [IndexChange]) throws(GitError) {
        if changes.isEmpty { return }
        let editor = IndexEditor(root: try indexedFolder)
        var lock = try IndexLock.take(gitDirectory, locks)
        if let bytes = try editor.patched(lock, changes) {
            try lock.write(bytes)
            return try lock.finish()
        }
        unsafe try changeIndex(&lock, editor) { (index: OpaquePointer) throws(GitError) in
            for change in changes { unsafe try editor.apply(change, to: index) }
        }
    }

    /// Writes the index again with a cache of tree ids, if it is still what it was and nobody else writes it.
    func rewriteIndex(_ old: IndexImage, trees: [UInt8]) throws(GitError) {
        guard unsafe access(gitDirectory + "index.lock", F_OK) != 0 else { return }
        let editor = IndexEditor(root: try indexedFolder)
        var lock = try IndexLock.take(gitDirectory, locks)
        guard lock.bytes() == old.bytes, let bytes = editor.image(lock)?.edited([:], trees: trees) else { return }
        try lock.write(bytes)
        try lock.finish()
    }

    /// Makes git's index list exactly the files of a tree, whatever it held, and though it cannot be read. Its cache of
    /// tree ids is complete afterwards.
    ///
    /// - Parameter isCurrent: whether the file at a path holds what the tree has there. It may read the file: git need
    ///   not, until the file changes. Of others git makes out itself what they hold.
    public func remakeIndex(
        from tree: ObjectID, where isCurrent: (_ path: String, _ content: ObjectID) -> Bool
    ) throws(GitError) {
        try expectContent(of: .tree, tree)
        if tree == Self.emptyTree { _ = try writeObject([], .tree) }
        var oid = tree.oid
        let loaded = try unsafe HometaskGit.handle("read tree", on: "\(tree)", freeing: git_tree_free) {
            unsafe git_tree_lookup($0, handle.pointer, &oid)
        }
        let editor = IndexEditor(root: try indexedFolder)
        var lock = try IndexLock.take(gitDirectory, locks)
        lock.forget()
        unsafe try changeIndex(&lock, editor) { (index: OpaquePointer) throws(GitError) in
            try call("fill the index", unsafe git_index_read_tree(index, loaded.pointer))
            for position in unsafe 0..<git_index_entrycount(index) {
                guard let entry = unsafe git_index_get_byindex(index, position) else { continue }
                let path = unsafe IndexEditor.path(of: entry.pointee)
                // Its status first: whatever is written while it is read makes git look.
                guard let status = editor.status(of: path),
                    unsafe isCurrent(PathName.string(path), ObjectID(entry.pointee.id))
                else { continue }
                // Written in place: the entry belongs to this index alone, its place in the order does not depend on
                // these fields, and adding it anew would spoil the cache of tree ids.
                unsafe UnsafeMutablePointer(mutating: entry).pointee.note(status)
            }
        }
    }

    /// Whether there is an index.
    public var hasIndex: Bool { unsafe access(gitDirectory + "index", F_OK) == 0 }

    /// Whether there is an index that cannot be read.
    public var isIndexDamaged: Bool {
        guard hasIndex, let lock = try? IndexLock.take(gitDirectory, locks) else { return false }
        do { _ = try lock.open() } catch { return error.code == .corrupt }
        return false
    }

    /// The working tree's folder, with a slash at its end.
    private var indexedFolder: String {
        get throws(GitError) {
            guard let root = workingDirectory else {
                throw GitError(.bareRepository, operation: "change the index", detail: "there is no working tree")
            }
            return root
        }
    }

    private func changeIndex(
        _ lock: inout IndexLock, _ editor: IndexEditor, _ change: (_ index: OpaquePointer) throws(GitError) -> Void
    ) throws(GitError) {
        let index = try lock.open()
        if let time = lock.timestamp { unsafe editor.forgetRacy(index.pointer, since: time) }
        try unsafe change(index.pointer)
        try call("write the index", unsafe git_index_write(index.pointer))
        try lock.finish()
    }

    /// Whether the index has files at or below a path.
    func indexHasFiles(below path: String) throws(GitError) -> Bool {
        let index = unsafe try HometaskGit.handle("read the index", freeing: git_index_free) {
            unsafe git_repository_index($0, handle.pointer)
        }
        let found = unsafe git_index_find_prefix(nil, index.pointer, path + "/") == 0
        if !found { git_error_clear() }
        return found
    }
}
