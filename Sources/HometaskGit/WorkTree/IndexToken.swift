// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import HometaskSystem

/// A file in the git directory that represents a living process which changes the index.
///
/// The process holds a kernel lock on it for as long as it lives. If another process can lock the token, its process is
/// dead. On a file system without such locks, no process is ever considered dead.
struct IndexToken: ~Copyable {
    let path: String
    /// The token's creation time, by the file system's clock.
    let began: timespec
    private let file: Int32
    private static let prefix = "index.hometask-"
    /// The files beside a token while the index is written: the new index, and libgit2's lock file for writing it.
    private static let companions = [".new", ".new.lock"]

    init(in gitDirectory: String) throws(GitError) {
        while true {
            let path = "\(gitDirectory)\(Self.prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
            let file = unsafe HometaskPlatform.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            guard file >= 0 else { throw IndexLock.failure("lock", path, cause: errno) }
            _ = FileLock.acquire(file, patience: nil)
            var status = stat()
            guard unsafe fstat(file, &status) == 0 else {
                let cause = errno
                close(file)
                throw IndexLock.failure("lock", path, cause: cause)
            }
            // Before the token was locked, another process may have removed it as that of a dead process.
            if status.st_nlink == 0 {
                close(file)
                continue
            }
            (self.path, self.file, began) = (path, file, status.st_mtim)
            return
        }
    }

    /// Removes the tokens of dead processes and everything they left behind, including git's lock if it is theirs.
    static func removeDead(in gitDirectory: String, lock: String) {
        for name in FolderNames.read(gitDirectory) ?? [] where name.hasPrefix(prefix) {
            if !companions.contains(where: { name.hasSuffix($0) }) { removeIfDead(gitDirectory + name, lock) }
        }
    }

    private static func removeIfDead(_ path: String, _ lock: String) {
        let file = unsafe HometaskPlatform.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return }
        defer { close(file) }
        var (token, held) = (stat(), stat())
        guard FileLock.acquire(file) == .taken, unsafe fstat(file, &token) == 0 else { return }
        if unsafe lstat(lock, &held) == 0, held.st_ino == token.st_ino, held.st_dev == token.st_dev {
            unsafe unlink(lock)
        }
        for companion in companions { unsafe unlink(path + companion) }
        unsafe unlink(path)
    }

    deinit {
        unsafe unlink(path)
        close(file)
    }
}
