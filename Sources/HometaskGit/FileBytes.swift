// SPDX-License-Identifier: Apache-2.0
import CProcess
import Glibc

/// Whole files of the git directory.
enum FileBytes {
    /// What a file holds.
    static func read(_ path: String) throws(GitError) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw GitError.failure("read", path, errno) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw GitError.failure("read", path, errno) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(file, $0.baseAddress.map { unsafe $0 + filled }, $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw GitError.failure("read", path, count == 0 ? EIO : errno) }
            filled += count
        }
        return bytes
    }

    /// Makes a file, which must not be there, with the permissions of another.
    static func write(_ bytes: [UInt8], to path: String, asReadableAs other: String) throws(GitError) {
        var status = stat()
        let mode = unsafe stat(other, &status) == 0 ? status.st_mode & 0o777 : 0o666
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw GitError.failure("write", path, errno) }
        // Whatever the umask is: other members of the family may share the repository by their group.
        fchmod(file, mode)
        var cause = fill(file, with: bytes)
        // Some file systems say only now that there was no room.
        if close(file) != 0, cause == nil { cause = errno }
        if let cause {
            unsafe unlink(path)
            throw GitError.failure("write", path, cause)
        }
    }

    /// Writes to a file; the error's number where that fails.
    private static func fill(_ file: Int32, with bytes: [UInt8]) -> Int32? {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress.map { unsafe $0 + written }, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return errno }
            written += count
        }
        return nil
    }
}
