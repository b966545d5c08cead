// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import Glibc

/// Git's lock on the index, held from before the index is read until the new one stands in its place.
///
/// libgit2 takes this lock only to write, so what another process adds between its reading and its writing would be
/// lost. Here a second name of the index file is opened, changed and written under the lock, and then put in place.
struct IndexLock: ~Copyable {
    private let path: String
    private let lock: String
    private let copy: String
    private var isHeld = false

    /// Waits about two seconds for another holder.
    init(_ gitDirectory: String) throws(GitError) {
        path = gitDirectory + "index"
        lock = gitDirectory + "index.lock"
        copy = gitDirectory + "index.hometask-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        var waited: UInt32 = 0
        while true {
            let file = unsafe Glibc.open(lock, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file >= 0 {
                close(file)
                isHeld = true
                break
            }
            let cause = errno
            guard cause == EEXIST, waited < 2_000_000 else { throw Self.failure("lock", lock, cause) }
            usleep(10_000)
            waited += 10_000
        }
        if unsafe link(path, copy) != 0, errno != ENOENT {
            let cause = errno
            throw Self.failure("read", path, cause)
        }
    }

    /// The index as it is, to be changed and written; another file than git's own until ``finish()``.
    func open() throws(GitError) -> Handle {
        let copy = copy
        return try unsafe handle("read the index", on: path, freeing: git_index_free) {
            unsafe git_index_open($0, copy)
        }
    }

    /// When the index was written last, in nanoseconds; files that changed later, or at that very time, may differ
    /// from their entries without showing it.
    var timestamp: Int64? {
        var status = stat()
        guard unsafe stat(copy, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    /// Puts the written index in the place of git's, which gives the lock up.
    mutating func finish() throws(GitError) {
        if unsafe rename(copy, lock) != 0 { throw Self.failure("replace", lock, errno) }
        if unsafe rename(lock, path) != 0 { throw Self.failure("replace", path, errno) }
        isHeld = false
    }

    deinit {
        unsafe unlink(copy)
        // Once given up, a lock of this name is someone else's.
        if isHeld { unsafe unlink(lock) }
    }

    private static func failure(_ what: String, _ path: String, _ cause: Int32) -> GitError {
        let code: GitError.Code = cause == EEXIST ? .locked : .ofCause(cause) ?? .system
        return GitError(code, operation: "\(what) \(path)", detail: unsafe String(cString: strerror(cause)))
    }
}
