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
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var file = open(other, flags, mode)
        if file < 0, errno == EEXIST {
            unlink(other)
            file = open(other, flags, mode)
        }
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
        // The file is in its place by now.
        if durably { try? flushFolder(of: path) }
    }

    /// Appends to a file that others may append to as well, and gives its length then.
    static func append(_ bytes: [UInt8], to path: String, mode: mode_t) throws(FileError) -> Int {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw FileError(path, "write", errno) }
        defer { close(file) }
        guard bytes.withUnsafeBytes({ Glibc.write(file, $0.baseAddress, $0.count) }) == bytes.count else {
            throw FileError(path, "write", errno)
        }
        return Int(lseek(file, 0, SEEK_END))
    }

    /// Writes over a regular file of the same length in one step.
    ///
    /// - Returns: false where there is none; nothing is changed then.
    static func overwrite(_ path: String, with bytes: [UInt8]) -> Bool {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == bytes.count else {
            return false
        }
        return bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == bytes.count
    }

    /// Writes bytes into an open file from a place on.
    static func write(_ bytes: [UInt8], to file: Int32, at start: Int = 0, _ path: String) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(file, buffer.baseAddress.map { $0 + written }, buffer.count - written, off_t(start + written))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path, "write", errno)
            }
            written += count
        }
    }

    /// Waits until a file or folder, where it is there, is on the disk.
    ///
    /// - Throws: where the disk reports that it is not. Not every file system can flush a folder; those say nothing.
    static func flush(_ path: String) throws(FileError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return }
            throw FileError(path, "flush", errno)
        }
        defer { close(file) }
        if fsync(file) != 0, errno != EINVAL { throw FileError(path, "flush", errno) }
    }

    /// Waits until the name of a file is on the disk.
    static func flushFolder(of path: String) throws(FileError) {
        if let slash = path.lastIndex(of: "/") { try flush(String(path[...slash])) }
    }
}
