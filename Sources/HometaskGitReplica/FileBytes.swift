// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskReplica

/// Why a file could not be read or written.
struct FileError: Error, Hashable {
    let path: String
    let operation: String
    let number: Int32

    init(_ path: String, _ operation: String, _ number: Int32) {
        self.path = path
        self.operation = operation
        self.number = number
    }

    var replicaError: ReplicaError {
        let reason = String(cString: strerror(number))
        let message = "cannot \(operation) \(path): \(reason)"
        switch number {
        case ENOSPC, EDQUOT:
            return ReplicaError(
                .diskFull, "\(message); nothing was changed", hint: "Free some space and run the command again.")
        case EACCES, EPERM, EROFS:
            return ReplicaError(
                .permission, message, hint: "Check who owns the folder, and that it is not mounted read-only.")
        default:
            return ReplicaError(.inputOutput, message)
        }
    }
}

/// Whole files: read within a limit, replaced whole or not at all, never through a symbolic link at the end.
enum FileBytes {
    /// A regular file's bytes; nil where there is none.
    static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR || errno == ELOOP { return nil }
            throw FileError(path, "read", errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError(path, "read", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard status.st_size <= limit else { throw FileError(path, "read", EFBIG) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path, "read", errno)
            }
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Replaces a file by writing another and renaming that.
    ///
    /// - Parameter other: the other file's path; where that is on another file system, one beside the file serves.
    static func replace(
        _ path: String, with bytes: [UInt8], mode: mode_t, durably: Bool, via other: String
    ) throws(FileError) {
        unlink(other)
        let file = open(other, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw FileError(path, "write", errno) }
        do throws(FileError) {
            defer { close(file) }
            try write(bytes, to: file, path)
            if durably, fsync(file) != 0 { throw FileError(path, "write", errno) }
        } catch {
            unlink(other)
            throw error
        }
        guard rename(other, path) == 0 else {
            let number = errno
            unlink(other)
            let beside = path + ".new"
            if number == EXDEV, other != beside {
                return try replace(path, with: bytes, mode: mode, durably: durably, via: beside)
            }
            throw FileError(path, "write", number)
        }
        if durably { syncFolder(of: path) }
    }

    private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path, "write", errno)
            }
            written += count
        }
    }

    private static func syncFolder(of path: String) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
