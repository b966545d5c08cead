// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// Creates the entries of git's index for files in the working tree.
struct IndexEditor {
    /// The working tree's folder, with a trailing slash.
    let root: String

    /// Returns the bytes of the index after some changes; nil if libgit2 has to apply them.
    func patched(_ lock: borrowing IndexLock, _ changes: [IndexChange]) throws(GitError) -> [UInt8]? {
        guard let image = image(lock) else { return nil }
        var edits: [[UInt8]: IndexImage.Edit] = [:]
        for change in changes {
            switch change {
            case .put(let path, let id, let mode):
                guard let record = try record(PathName.bytes(path), id, mode: mode, looks: true) else { return nil }
                edits[PathName.bytes(path)] = .put(record)
            case .expect(let path, let id, let mode):
                guard let record = try record(PathName.bytes(path), id, mode: mode, looks: false) else { return nil }
                edits[PathName.bytes(path)] = .put(record)
            case .skip(let path, let id, let mode):
                let bytes = PathName.bytes(path)
                let status = unsafe IndexEntryStatus(try entry(at: bytes, mode, looks: false))
                guard let record = status.record(id, at: bytes, isSkipped: true) else { return nil }
                edits[bytes] = .put(record)
            case .remove(let path): edits[PathName.bytes(path)] = .remove
            }
        }
        return image.edited(edits)
    }

    /// Returns the current index, with racily clean entries marked for a check by git; nil if libgit2 has to read it.
    func image(_ lock: borrowing IndexLock) -> IndexImage? {
        guard let time = lock.timestamp, var image = lock.bytes().flatMap({ IndexImage($0) }) else { return nil }
        image.forgetSize(changedSince: Self.second(time)) { entry, path in
            let status = status(of: path)
            return status.map { unsafe entry.entry.isNoted($0, changedBefore: time) } ?? false
        }
        return image
    }

    /// Applies a change through libgit2.
    func apply(_ change: IndexChange, to index: OpaquePointer) throws(GitError) {
        switch change {
        case .put(let path, let id, let mode):
            unsafe try putEntry(PathName.bytes(path), id, mode: mode, in: index)
        case .expect(let path, let id, let mode):
            unsafe try putEntry(PathName.bytes(path), id, mode: mode, in: index, looks: false)
        case .skip(let path, let id, let mode):
            unsafe try putEntry(PathName.bytes(path), id, mode: mode, in: index, looks: false, isSkipped: true)
        case .remove(let path):
            unsafe try remove(PathName.bytes(path), from: index)
        }
    }

    /// Returns the bytes of an entry.
    ///
    /// - Parameter looks: whether to record the file's status.
    private func record(
        _ path: [UInt8], _ id: ObjectID, mode: FileMode, looks: Bool
    ) throws(GitError) -> [UInt8]? {
        unsafe IndexEntryStatus(try entry(at: path, mode, looks: looks)).record(id, at: path)
    }

    /// Creates an entry without id and name. If the file is missing or its status must not be trusted, zeros make git
    /// check the file.
    private func entry(at path: [UInt8], _ mode: FileMode, looks: Bool) throws(GitError) -> git_index_entry {
        for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let objection = PathName.objection(toPart: part) else { continue }
            throw TreeStore.refused(PathName.string(path), objection)
        }
        var entry = unsafe git_index_entry()
        unsafe entry.mode = mode.rawValue
        if looks, let status = status(of: path) { unsafe entry.recordStatus(status) }
        return unsafe entry
    }

    /// Makes git check racily clean entries: those of files that changed in the second in which the index was written,
    /// or later. Once the index is newer than such a file, git would not detect a difference. Most builds of git
    /// compare whole seconds; entries that finer times prove right stay as they are.
    func forgetRacy(_ index: OpaquePointer, since time: Int64) {
        for position in unsafe 0..<git_index_entrycount(index) {
            guard let entry = unsafe git_index_get_byindex(index, position) else { continue }
            guard unsafe UInt32(bitPattern: entry.pointee.mtime.seconds) >= Self.second(time) else { continue }
            let status = unsafe status(of: Self.path(of: entry.pointee))
            let isRight = status.map { unsafe entry.pointee.isNoted($0, changedBefore: time) } ?? false
            if !isRight { unsafe UnsafeMutablePointer(mutating: entry).pointee.file_size = 0 }
        }
    }

    /// Returns the seconds of a time in nanoseconds, as the index stores them.
    private static func second(_ time: Int64) -> UInt32 { UInt32(truncatingIfNeeded: time / 1_000_000_000) }

    private func putEntry(
        _ path: [UInt8], _ id: ObjectID, mode: FileMode, in index: OpaquePointer, looks: Bool = true,
        isSkipped: Bool = false
    ) throws(GitError) {
        var entry = unsafe try entry(at: path, mode, looks: looks)
        unsafe entry.id = id.oid
        if isSkipped { unsafe entry.flags_extended = UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue) }
        unsafe try PathName.withCharacters(of: path) { name throws(GitError) in
            unsafe entry.path = name
            try call("put into the index", on: PathName.string(path), status: unsafe git_index_add(index, &entry))
        }
    }

    private func remove(_ path: [UInt8], from index: OpaquePointer) throws(GitError) {
        unsafe try PathName.withCharacters(of: path) { name throws(GitError) in
            let status = unsafe git_index_remove(index, name, 0)
            if status == GIT_ENOTFOUND.rawValue {
                git_error_clear()
            } else {
                try call("take out of the index", on: PathName.string(path), status: status)
            }
        }
    }

    static func path(of entry: git_index_entry) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: entry.path, count: strlen(entry.path)))
    }

    /// Returns the status of a file; nil if it does not exist.
    func status(of path: [UInt8]) -> stat? {
        let name = Array(root.utf8) + path + [0]
        var status = stat()
        return unsafe name.withUnsafeBytes { name in
            guard let name = unsafe name.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            return unsafe lstat(name, &status) == 0 ? status : nil
        }
    }
}
