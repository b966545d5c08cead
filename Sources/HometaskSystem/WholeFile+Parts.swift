// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

extension WholeFile {
    /// Reads the first bytes of a file, or the whole file if it is shorter; nil if there is no file.
    ///
    /// The size that the file reports is not used, since the files of proc(5) report none. Opening a pipe does not wait
    /// for the process at its other end.
    ///
    /// - Parameter followingLinks: whether to follow a symbolic link at the end of the path; otherwise it does not
    ///   count as a file.
    public static func beginning(
        of path: String, length: Int, followingLinks: Bool = false
    ) throws(FileError) -> [UInt8]? {
        guard let file = try openForReading(path, followingLinks: followingLinks) else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: min(length, 4096))
        var filled = 0
        while filled < length {
            if filled == bytes.count { bytes += [UInt8](repeating: 0, count: min(filled, length - filled)) }
            let count = try readPart(of: file, into: &bytes, at: filled, path: path)
            if count == 0 { break }
            filled += count
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Reads the last bytes of a file, or the whole file if it is shorter; nil if there is no file. Throws ESPIPE if
    /// the file is not seekable, such as a pipe.
    ///
    /// - Parameter followingLinks: whether to follow a symbolic link at the end of the path; otherwise it does not
    ///   count as a file.
    public static func ending(
        of path: String, length: Int, followingLinks: Bool = false
    ) throws(FileError) -> [UInt8]? {
        guard let file = try openForReading(path, followingLinks: followingLinks) else { return nil }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        let count = min(size, length)
        guard size >= 0, lseek(file, off_t(size - count), SEEK_SET) >= 0 else {
            throw FileError(path, "read", number: errno)
        }
        return try readRest(of: file, limit: length, size: count, path: path)
    }

    /// Reads a file from an offset to its end; nil if there is no file, or if it is shorter.
    public static func rest(of path: String, from start: Int) throws(FileError) -> [UInt8]? {
        guard let file = try openForReading(path, followingLinks: false) else { return nil }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        guard size >= start, lseek(file, off_t(start), SEEK_SET) >= 0 else { return nil }
        return try readRest(of: file, limit: .max, size: size - start, path: path)
    }

    /// Reads a file, a pipe or a terminal to its end; nil if there is none. Follows links, and waits for the process at
    /// the other end of a pipe.
    ///
    /// - Parameter limit: the maximum number of bytes; more are an error (EFBIG).
    public static func readStream(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(path, "read", number: errno)
        }
        defer { close(file) }
        return try readRest(of: file, limit: limit, path: path)
    }

    /// Overwrites a file from an offset to its end, and flushes it. Old bytes after the offset are removed. At offset
    /// 0, a missing file is created. A symbolic link at the path is an error (ELOOP), and so is a pipe.
    ///
    /// Another process must not write to the file at the same time.
    ///
    /// - Parameters:
    ///   - start: the offset of the bytes; an error (EINVAL) if the file is shorter. If it is 0, the file's name is
    ///     flushed, too.
    ///   - mode: the permissions of a new file.
    /// - Throws: an error if the bytes are not on the disk. The file then ends at the offset, or as before.
    public static func writeEnd(
        _ bytes: [UInt8], of path: String, at start: Int, mode: UInt32
    ) throws(FileError) {
        let creating = start == 0 ? O_CREAT : 0
        let file = open(path, O_WRONLY | creating | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
        guard file >= 0 else { throw FileError(path, "write", number: errno) }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        // Bytes after a gap would count as written, but could not be read.
        guard size >= start else { throw FileError(path, "write", number: size < 0 ? errno : EINVAL) }
        do throws(FileError) {
            if size > start, ftruncate(file, off_t(start)) != 0 {
                throw FileError(path, "write", number: errno)
            }
            try writeBytes(bytes, to: file, at: start, path: path)
            if Platform.flush(file, isContentEnough: true) != 0 { throw FileError(path, "write", number: errno) }
            if start == 0 { try flushFolder(of: path) }
        } catch {
            ftruncate(file, off_t(start))
            throw error
        }
    }
}
