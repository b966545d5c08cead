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
    /// - Throws: ``GitError/Code/bareRepository`` where there is no working tree, ``GitError/Code/locked`` if another
    ///   process holds the index for more than two seconds.
    public func updateIndex(_ changes: [IndexChange]) throws(GitError) {
        if changes.isEmpty { return }
        let root = try indexedFolder
        var lock = try IndexLock.take(gitDirectory, locks)
        if let bytes = try Self.patched(lock, changes, root) {
            try lock.write(bytes)
            return try lock.finish()
        }
        unsafe try changeIndex(&lock, root) { (index: OpaquePointer) throws(GitError) in
            for change in changes {
                switch change {
                case .put(let path, let id, let mode):
                    unsafe try Self.put(PathName.bytes(path), id, mode, in: index, root)
                case .expect(let path, let id, let mode):
                    unsafe try Self.put(PathName.bytes(path), id, mode, in: index, nil)
                case .skip(let path, let id, let mode):
                    unsafe try Self.put(PathName.bytes(path), id, mode, in: index, nil, isSkipped: true)
                case .remove(let path):
                    unsafe try Self.remove(PathName.bytes(path), from: index)
                }
            }
        }
    }

    /// The bytes of the index with some changes; nil where libgit2 is to make them.
    static func patched(
        _ lock: borrowing IndexLock, _ changes: [IndexChange], _ root: String
    ) throws(GitError) -> [UInt8]? {
        guard let image = image(lock, root) else { return nil }
        var edits: [[UInt8]: IndexImage.Edit] = [:]
        for change in changes {
            switch change {
            case .put(let path, let id, let mode):
                guard let record = try record(PathName.bytes(path), id, mode, root) else { return nil }
                edits[PathName.bytes(path)] = .put(record)
            case .expect(let path, let id, let mode):
                guard let record = try record(PathName.bytes(path), id, mode, nil) else { return nil }
                edits[PathName.bytes(path)] = .put(record)
            case .skip(let path, let id, let mode):
                let bytes = PathName.bytes(path)
                let status = unsafe IndexEntryStatus(try entry(at: bytes, mode, nil))
                guard let record = status.record(id, at: bytes, isSkipped: true) else { return nil }
                edits[bytes] = .put(record)
            case .remove(let path): edits[PathName.bytes(path)] = .remove
            }
        }
        return image.edited(edits)
    }

    /// The index as it is, with nothing in it that may be wrong without showing it; nil where libgit2 is to read it.
    private static func image(_ lock: borrowing IndexLock, _ root: String) -> IndexImage? {
        guard let time = lock.timestamp, var image = lock.bytes().flatMap({ IndexImage($0) }) else { return nil }
        image.forgetSize(changedSince: second(time)) { entry, path in
            let status = status(of: path, in: root)
            return status.map { unsafe entry.entry.isNoted($0, changedBefore: time) } ?? false
        }
        return image
    }

    /// Writes the index anew with a cache of tree ids, if it is still what it was and nobody else writes it.
    func rewriteIndex(_ old: IndexImage, trees: [UInt8]) throws(GitError) {
        guard unsafe access(gitDirectory + "index.lock", F_OK) != 0 else { return }
        let root = try indexedFolder
        var lock = try IndexLock.take(gitDirectory, locks)
        guard lock.bytes() == old.bytes, let bytes = Self.image(lock, root)?.edited([:], trees: trees) else { return }
        try lock.write(bytes)
        try lock.finish()
    }

    /// The bytes of an entry.
    private static func record(
        _ path: [UInt8], _ id: ObjectID, _ mode: FileMode, _ root: String?
    ) throws(GitError) -> [UInt8]? {
        unsafe IndexEntryStatus(try entry(at: path, mode, root)).record(id, at: path)
    }

    /// An entry without its id and name; where the file is not there, or is not to be believed, zeroes make git look.
    private static func entry(at path: [UInt8], _ mode: FileMode, _ root: String?) throws(GitError) -> git_index_entry {
        for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let objection = PathName.objection(toPart: part) else { continue }
            throw refused(PathName.string(path), objection)
        }
        var entry = unsafe git_index_entry()
        unsafe entry.mode = mode.rawValue
        if let root, let status = status(of: path, in: root) { unsafe entry.note(status) }
        return unsafe entry
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
        if tree == Self.emptyTree { _ = try write([], .tree) }
        var oid = tree.oid
        let loaded = try unsafe HometaskGit.handle("read tree", on: "\(tree)", freeing: git_tree_free) {
            unsafe git_tree_lookup($0, handle.pointer, &oid)
        }
        let root = try indexedFolder
        var lock = try IndexLock.take(gitDirectory, locks)
        lock.forget()
        unsafe try changeIndex(&lock, root) { (index: OpaquePointer) throws(GitError) in
            try call("fill the index", unsafe git_index_read_tree(index, loaded.pointer))
            for position in unsafe 0..<git_index_entrycount(index) {
                guard let entry = unsafe git_index_get_byindex(index, position) else { continue }
                let path = unsafe Self.path(of: entry.pointee)
                // Its status first: whatever is written while it is read makes git look.
                guard let status = Self.status(of: path, in: root),
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
        _ lock: inout IndexLock, _ root: String, _ change: (_ index: OpaquePointer) throws(GitError) -> Void
    ) throws(GitError) {
        let index = try lock.open()
        if let time = lock.timestamp { unsafe Self.forgetRacy(index.pointer, since: time, in: root) }
        try unsafe change(index.pointer)
        try call("write the index", unsafe git_index_write(index.pointer))
        try lock.finish()
    }

    /// Makes git read the files that changed in the second in which the index was written, or later: their entries may
    /// be wrong without showing it, and once the index is newer than the file nobody would know. Most builds of git
    /// compare whole seconds; entries that finer times show to be right stay as they are.
    private static func forgetRacy(_ index: OpaquePointer, since time: Int64, in root: String) {
        for position in unsafe 0..<git_index_entrycount(index) {
            guard let entry = unsafe git_index_get_byindex(index, position) else { continue }
            guard unsafe UInt32(bitPattern: entry.pointee.mtime.seconds) >= second(time) else { continue }
            let status = unsafe status(of: entry.pointee, in: root)
            let isRight = status.map { unsafe entry.pointee.isNoted($0, changedBefore: time) } ?? false
            if !isRight { unsafe UnsafeMutablePointer(mutating: entry).pointee.file_size = 0 }
        }
    }

    /// The second of a time in nanoseconds, as the index has it.
    private static func second(_ time: Int64) -> UInt32 { UInt32(truncatingIfNeeded: time / 1_000_000_000) }

    private static func put(
        _ path: [UInt8], _ id: ObjectID, _ mode: FileMode, in index: OpaquePointer, _ root: String?,
        isSkipped: Bool = false
    ) throws(GitError) {
        var entry = unsafe try entry(at: path, mode, root)
        unsafe entry.id = id.oid
        if isSkipped { unsafe entry.flags_extended = UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue) }
        unsafe try PathName.withCharacters(of: path) { name throws(GitError) in
            unsafe entry.path = name
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
        unsafe status(of: path(of: entry), in: root)
    }

    private static func path(of entry: git_index_entry) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: entry.path, count: strlen(entry.path)))
    }

    private static func status(of path: [UInt8], in root: String) -> stat? {
        let name = Array(root.utf8) + path + [0]
        var status = stat()
        return unsafe name.withUnsafeBytes { name in
            guard let name = unsafe name.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            return unsafe lstat(name, &status) == 0 ? status : nil
        }
    }
}
