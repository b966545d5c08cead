// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// Git's index of a working tree: the staged files and their recorded status.
public struct WorkTreeIndex {
    let repository: Repository

    /// Updates git's index after files of the working tree were written, so that `git status` is clean and need not
    /// read those files. Reads the index once and writes it once, under git's lock.
    ///
    /// A path whose file is missing gets an entry that makes git check it: it shows as deleted. A skipped path never
    /// shows, whatever its file contains.
    ///
    /// - Throws: ``GitError/Code/bareRepository`` if there is no working tree, ``GitError/Code/locked`` if another
    ///   process holds the index for more than two seconds.
    public func update(_ changes: [IndexChange]) throws(GitError) {
        if changes.isEmpty { return }
        let editor = IndexEditor(root: try indexedFolder)
        var lock = try IndexLock.acquire(repository.gitDirectory, repository.locks)
        if let bytes = try editor.patched(lock, changes) {
            try lock.writeIndex(bytes)
            return try lock.finish()
        }
        unsafe try changeIndex(&lock, editor) { (index: OpaquePointer) throws(GitError) in
            for change in changes { unsafe try editor.apply(change, to: index) }
        }
    }

    /// Rewrites the index with a cache of tree ids, unless it has changed or another process is writing it.
    func rewrite(_ old: IndexImage, trees: [UInt8]) throws(GitError) {
        guard unsafe access(repository.gitDirectory + "index.lock", F_OK) != 0 else { return }
        let editor = IndexEditor(root: try indexedFolder)
        var lock = try IndexLock.acquire(repository.gitDirectory, repository.locks)
        guard lock.bytes() == old.bytes, let bytes = editor.image(lock)?.edited([:], trees: trees) else { return }
        try lock.writeIndex(bytes)
        try lock.finish()
    }

    /// Rebuilds git's index from exactly the files of a tree, even if the old index cannot be read. Its cache of tree
    /// ids is complete afterwards.
    ///
    /// - Parameter isCurrent: returns whether the file at a path has the content that the tree has there, reading the
    ///   file if necessary. Git need not read such a file until it changes; it reads the other files itself.
    public func remake(
        from tree: ObjectID, where isCurrent: (_ path: String, _ content: ObjectID) -> Bool
    ) throws(GitError) {
        try repository.trees.expectContent(of: .tree, tree)
        if tree == TreeStore.emptyTree { _ = try repository.writeObject([], .tree) }
        var oid = tree.oid
        let loaded = try unsafe HometaskGit.handle("read tree", on: "\(tree)", freeing: git_tree_free) {
            unsafe git_tree_lookup($0, repository.handle.pointer, &oid)
        }
        let editor = IndexEditor(root: try indexedFolder)
        var lock = try IndexLock.acquire(repository.gitDirectory, repository.locks)
        lock.forget()
        unsafe try changeIndex(&lock, editor) { (index: OpaquePointer) throws(GitError) in
            try call("fill the index", status: unsafe git_index_read_tree(index, loaded.pointer))
            for position in unsafe 0..<git_index_entrycount(index) {
                guard let entry = unsafe git_index_get_byindex(index, position) else { continue }
                let path = unsafe IndexEditor.path(of: entry.pointee)
                // The status is read first: if the file is written while it is being read, git will check it.
                guard let status = editor.status(of: path),
                    unsafe isCurrent(PathName.string(path), ObjectID(entry.pointee.id))
                else { continue }
                // Written in place: the entry belongs to this index alone, its sort order does not depend on these
                // fields, and adding it again would invalidate the cache of tree ids.
                unsafe UnsafeMutablePointer(mutating: entry).pointee.recordStatus(status)
            }
        }
    }

    /// Whether there is an index.
    public var exists: Bool { unsafe access(repository.gitDirectory + "index", F_OK) == 0 }

    /// Whether there is an index that cannot be read.
    public var isDamaged: Bool {
        guard exists, let lock = try? IndexLock.acquire(repository.gitDirectory, repository.locks) else { return false }
        do { _ = try lock.open() } catch { return error.code == .corrupt }
        return false
    }

    /// The working tree's folder, with a trailing slash.
    private var indexedFolder: String {
        get throws(GitError) {
            guard let root = repository.workingDirectory else {
                throw GitError(.bareRepository, operation: "change the index", detail: "there is no working tree")
            }
            return root
        }
    }

    private func changeIndex(
        _ lock: inout IndexLock, _ editor: IndexEditor, change: (_ index: OpaquePointer) throws(GitError) -> Void
    ) throws(GitError) {
        let index = try lock.open()
        if let time = lock.timestamp { unsafe editor.forgetRacy(index.pointer, since: time) }
        try unsafe change(index.pointer)
        try call("write the index", status: unsafe git_index_write(index.pointer))
        try lock.finish()
    }

    /// Returns whether the index has files at or below a path.
    func hasFiles(below path: String) throws(GitError) -> Bool {
        let index = unsafe try HometaskGit.handle("read the index", freeing: git_index_free) {
            unsafe git_repository_index($0, repository.handle.pointer)
        }
        let found = unsafe git_index_find_prefix(nil, index.pointer, path + "/") == 0
        if !found { git_error_clear() }
        return found
    }
}

/// One change of git's index, the list of files that the next `git commit` would include.
public enum IndexChange: Hashable, Sendable {
    /// The file of the working tree at this path has this content and mode.
    case put(path: String, id: ObjectID, mode: FileMode)
    /// The path should have this content and mode, but its file may hold something else: git must check it.
    case expect(path: String, id: ObjectID, mode: FileMode)
    /// The path should have this content and mode, and git must not check its file: the file is left out of the working
    /// tree. Git calls this the bit `skip-worktree`.
    case skip(path: String, id: ObjectID, mode: FileMode)
    /// The path is no longer tracked.
    case remove(path: String)
}
