// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import CProcess
import Glibc

/// Git's lock on the index, held from before the index is read until the new one stands in its place.
///
/// libgit2 takes this lock only to write, so what another process adds between its reading and its writing would be
/// lost. Here a second name of the index file is opened, changed and written under the lock, and then put in place.
///
/// The lock is a second name of a file of our own, on which the process holds a lock of the kernel as long as it lives.
/// So what a killed process of ours left behind is told from what a running one holds, and taken away; what a git
/// program left is for ``LockFile`` to tell.
struct IndexLock: ~Copyable {
    private let path: String
    private let lock: String
    private let token: IndexToken
    private var copy: String { token.path + ".new" }
    private var isHeld = false
    /// utimensat(2)'s "leave this one as it is", a macro that Swift does not see.
    private static let omitted = (1 << 30) - 2

    /// Takes the lock; waits about two seconds for another holder.
    static func take(_ gitDirectory: String, _ locks: RepositoryLocks) throws(GitError) -> IndexLock {
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
            guard cause == EEXIST else { throw Self.failure("lock", lock, cause) }
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
            throw Self.failure("read", path, cause)
        }
    }

    /// The index as it is, to be changed and written; another file than git's own until ``finish()``.
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

    /// Forgets the index as it is, for one that is made from nothing.
    func forget() { unsafe unlink(copy) }

    /// The index as it is; nil if there is none, or it cannot be read.
    func bytes() -> [UInt8]? { try? FileBytes.read(copy) }

    /// Writes the new index, to be put in place by ``finish()``.
    func write(_ bytes: [UInt8]) throws(GitError) {
        try FileBytes.write(bytes, to: copy + ".lock", asReadableAs: copy)
        if unsafe rename(copy + ".lock", copy) != 0 {
            let cause = errno
            unsafe unlink(copy + ".lock")
            throw Self.failure("write", path, cause)
        }
    }

    /// When the index was written last, in nanoseconds; files that changed later, or at that very time, may differ
    /// from their entries without showing it.
    var timestamp: Int64? {
        var status = stat()
        guard unsafe stat(copy, &status) == 0 else { return nil }
        return status.st_mtim.nanoseconds
    }

    /// Puts the written index in the place of git's, and gives the lock up.
    ///
    /// The new index is dated back to the moment the lock was taken: a file that changes after its status was noted,
    /// but within the same second, which is as far as git tells times apart, then is one that git reads again.
    mutating func finish() throws(GitError) {
        let times = [timespec(tv_sec: 0, tv_nsec: Self.omitted), token.began]
        if unsafe utimensat(AT_FDCWD, copy, times, 0) != 0 { throw Self.failure("date", copy, errno) }
        if unsafe rename(copy, path) != 0 { throw Self.failure("replace", path, errno) }
        unsafe unlink(lock)
        isHeld = false
    }

    deinit {
        unsafe unlink(copy)
        // Once given up, a lock of this name is someone else's.
        if isHeld { unsafe unlink(lock) }
    }

    static func failure(_ what: String, _ path: String, _ cause: Int32) -> GitError {
        cause == EEXIST
            ? GitError(.locked, operation: "\(what) \(path)", detail: unsafe String(cString: strerror(cause)))
            : GitError.failure(what, path, cause)
    }
}
