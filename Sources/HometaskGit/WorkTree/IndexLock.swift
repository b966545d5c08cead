// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// Git's lock on the index, held from before the index is read until the new one has replaced it.
///
/// libgit2 takes this lock only for writing, so an entry that another process adds between its reading and its writing
/// would be lost. Here a second name of the index file is opened, changed and written under the lock, and then put in
/// place.
///
/// The lock is a second name of a file of hometask's, on which the process holds a kernel lock as long as it lives.
/// This distinguishes the lock of a killed hometask process, which is removed, from the lock of a running one.
/// ``GitLockFile`` handles locks that a git program left behind.
struct IndexLock: ~Copyable {
    private let path: String
    private let lock: String
    private let token: IndexToken
    private var copy: String { token.path + ".new" }
    private var isHeld = false
    /// utimensat(2)'s `UTIME_OMIT`, "leave this one as it is"; a macro that Swift does not import.
    private static let omitted = (1 << 30) - 2

    /// Acquires the lock; waits about two seconds for another holder.
    static func acquire(_ gitDirectory: String, _ locks: RepositoryLocks) throws(GitError) -> IndexLock {
        IndexToken.removeDead(in: gitDirectory, lock: gitDirectory + "index.lock")
        var lock = IndexLock(gitDirectory, try IndexToken(in: gitDirectory))
        try lock.wait(gitDirectory, locks)
        return lock
    }

    private init(_ gitDirectory: String, _ token: consuming IndexToken) {
        path = gitDirectory + "index"
        lock = gitDirectory + "index.lock"
        self.token = token
    }

    private mutating func wait(_ gitDirectory: String, _ locks: RepositoryLocks) throws(GitError) {
        var waited: UInt32 = 0
        while unsafe link(token.path, lock) != 0 {
            let cause = errno
            guard cause == EEXIST else { throw Self.failure("lock", lock, cause: cause) }
            if waited > 250_000, let held = locks.clear(of: path), waited > 2_000_000 {
                throw held.error(locking: "the index")
            }
            usleep(10_000)
            waited += 10_000
            IndexToken.removeDead(in: gitDirectory, lock: lock)
        }
        isHeld = true
        if unsafe link(path, copy) != 0, errno != ENOENT {
            let cause = errno
            throw Self.failure("read", path, cause: cause)
        }
    }

    /// Opens the current index under a second name, to be changed and written; git's own file stays as it is until
    /// ``finish()``.
    func open() throws(GitError) -> Handle {
        let copy = copy
        do {
            return try unsafe handle("read the index", on: path, freeing: git_index_free) {
                unsafe git_index_open($0, copy)
            }
        } catch  where [.internal, .invalid].contains(error.code) {
            throw GitError(.corrupt, operation: error.operation, detail: error.detail)
        }
    }

    /// Discards the current index, to build a new one from nothing.
    func forget() { unsafe unlink(copy) }

    /// Returns the current index; nil if there is none, or it cannot be read.
    func bytes() -> [UInt8]? { try? FileBytes.read(copy) }

    /// Writes the new index, which ``finish()`` puts in place.
    func writeIndex(_ bytes: [UInt8]) throws(GitError) {
        try FileBytes.writeBytes(bytes, to: copy + ".lock", asReadableAs: copy)
        if unsafe rename(copy + ".lock", copy) != 0 {
            let cause = errno
            unsafe unlink(copy + ".lock")
            throw Self.failure("write", path, cause: cause)
        }
    }

    /// The time of the index's last write, in nanoseconds; files that changed at that time or later may differ from
    /// their entries unnoticed.
    var timestamp: Int64? {
        var status = stat()
        guard unsafe stat(copy, &status) == 0 else { return nil }
        return status.st_mtim.nanoseconds
    }

    /// Replaces git's index with the written one, and releases the lock.
    ///
    /// The new index gets the time at which the lock was taken. Git distinguishes times by the second only: with the
    /// earlier time, git reads a file again that changes within the same second after its status was recorded.
    mutating func finish() throws(GitError) {
        let times = [timespec(tv_sec: 0, tv_nsec: Self.omitted), token.began]
        if unsafe utimensat(AT_FDCWD, copy, times, 0) != 0 { throw Self.failure("date", copy, cause: errno) }
        if unsafe rename(copy, path) != 0 { throw Self.failure("replace", path, cause: errno) }
        unsafe unlink(lock)
        isHeld = false
    }

    deinit {
        unsafe unlink(copy)
        // Once released, a lock of this name belongs to another process.
        if isHeld { unsafe unlink(lock) }
    }

    static func failure(_ what: String, _ path: String, cause: Int32) -> GitError {
        cause == EEXIST
            ? GitError(.locked, operation: "\(what) \(path)", detail: unsafe String(cString: strerror(cause)))
            : GitError.failure(what, path, cause: cause)
    }
}
