// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import Synchronization

/// Reads whole files within a limit, and replaces files atomically.
///
/// The guarantees of each call:
/// - ``read(_:limit:followingLinks:refusingOthers:)`` never blocks on another process: anything that is not a regular
///   file counts as missing, or is an error.
/// - ``replace(_:with:mode:durably:flushingName:via:)`` leaves either the old file or the new one, even if the process
///   ends. With `durably`, this also applies to a power cut, and once it has returned, the new file remains.
/// - ``openDraft(_:mode:for:)`` and ``complete(_:_:as:durably:flushingName:evenWithoutFlushing:)`` are the first and
///   last steps of a replacement, for a file that is written in chunks. Together they give the same guarantees.
/// - ``create(_:with:mode:)`` leaves no partial file if it fails.
/// - ``writeEnd(_:of:at:mode:)`` leaves none of the bytes if it fails. Once it has returned, they survive a power cut.
///
/// Interrupted system calls (EINTR) are retried.
///
/// Permissions are those of chmod(2), such as `0o600`.
public enum WholeFile {
    /// Reads a regular file; nil if there is none.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes; a longer file is an error (EFBIG).
    ///   - followingLinks: whether to follow a symbolic link at the end of the path; otherwise it does not count as a
    ///     file.
    ///   - refusingOthers: whether a folder or a pipe at the path is an error (EISDIR, EINVAL); otherwise it does not
    ///     count as a file.
    public static func read(
        _ path: String, limit: Int, followingLinks: Bool = false, refusingOthers: Bool = false
    ) throws(FileError) -> [UInt8]? {
        guard let file = try openForReading(path, followingLinks: followingLinks) else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError(path, "read", number: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            if refusingOthers {
                throw FileError(path, "read", number: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
            }
            return nil
        }
        guard status.st_size <= limit else { throw FileError(path, "read", number: EFBIG) }
        return try readRest(of: file, limit: limit, size: Int(status.st_size), path: path)
    }

    /// Opens a file without waiting for the other end of a pipe; nil if there is none.
    static func openForReading(_ path: String, followingLinks: Bool) throws(FileError) -> Int32? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW))
        if file >= 0 { return file }
        if errno == ENOENT || errno == ENOTDIR || (errno == ELOOP && !followingLinks) { return nil }
        throw FileError(path, "read", number: errno)
    }

    /// Reads the rest of an open file, a pipe or a terminal.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes; more are an error (EFBIG).
    ///   - size: the number of bytes to read, if known; otherwise everything up to the end.
    public static func readRest(
        of file: Int32, limit: Int, size: Int? = nil, path: String
    ) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size ?? 1 << 16)
        var filled = 0
        while filled != size {
            if filled == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
            let count = try readPart(of: file, into: &bytes, at: filled, path: path)
            if count == 0 { break }
            filled += count
            if filled > limit { throw FileError(path, "read", number: EFBIG) }
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Reads the next bytes of an open file into an array, from a given index to at most its end.
    ///
    /// - Returns: the number of bytes; zero at the end of the file.
    static func readPart(
        of file: Int32, into bytes: inout [UInt8], at place: Int, path: String
    ) throws(FileError) -> Int {
        while true {
            let count = bytes.withUnsafeMutableBytes { buffer in
                HometaskPlatform.read(file, buffer.baseAddress.map { $0 + place }, buffer.count - place)
            }
            if count >= 0 { return count }
            if errno != EINTR { throw FileError(path, "read", number: errno) }
        }
    }

    /// Replaces a file by writing a draft and renaming it. A symbolic link at the path is itself replaced.
    ///
    /// - Parameters:
    ///   - durably: whether the bytes, and then the name, are on the disk when it returns.
    ///   - flushingName: false if only the bytes are flushed: the caller flushes the folder once for several files.
    ///   - draft: the path of the draft; by default, or if this is on another file system, a path beside the file.
    public static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32, durably: Bool, flushingName: Bool = true,
        via draft: String? = nil
    ) throws(FileError) {
        let draft = draft ?? self.draft(of: path)
        let file = try openDraft(draft, mode: mode, for: path)
        do throws(FileError) {
            try fill(file, with: bytes, path: path)
        } catch {
            unlink(draft)
            throw error
        }
        do throws(FileError) {
            try complete(draft, file, as: path, durably: durably, flushingName: flushingName)
        } catch {
            let beside = path + ".new"
            guard error.number == EXDEV, draft != beside else { throw error }
            try replace(path, with: bytes, mode: mode, durably: durably, flushingName: flushingName, via: beside)
        }
    }

    /// Returns the path for a draft beside its target file, unique among all calls of all processes.
    public static func draft(of path: String) -> String {
        "\(path).\(drafts.add(1, ordering: .relaxed).newValue).\(getpid()).new"
    }

    /// The number of drafts created by this process.
    private static let drafts = Atomic<Int>(0)

    /// Creates a draft and opens it for writing. A stale draft of a killed process at its path is removed first.
    ///
    /// - Parameter path: the target file, which errors name.
    /// - Returns: the descriptor, which ``complete(_:_:as:durably:flushingName:evenWithoutFlushing:)`` closes. Without
    ///   that call, closing it and removing the draft is up to the caller.
    public static func openDraft(_ draft: String, mode: UInt32, for path: String) throws(FileError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var file = open(draft, flags, mode)
        if file < 0, errno == EEXIST {
            unlink(draft)
            file = open(draft, flags, mode)
        }
        guard file >= 0 else { throw FileError(path, "write", number: errno) }
        return file
    }

    /// Closes a draft that has been written completely, and renames it to the file that it replaces. If this fails, the
    /// draft is removed and the old file remains.
    ///
    /// - Parameters:
    ///   - draft: the draft's path, on the same file system.
    ///   - file: the draft's descriptor, which is closed even if this fails.
    ///   - durably: whether the bytes, and then the name, are on the disk when it returns.
    ///   - flushingName: false if only the bytes are flushed: the caller flushes the folder once for several files.
    ///   - evenWithoutFlushing: whether a file system that cannot flush a file (EINVAL) is tolerated.
    public static func complete(
        _ draft: String, _ file: Int32, as path: String, durably: Bool, flushingName: Bool = true,
        evenWithoutFlushing: Bool = false
    ) throws(FileError) {
        do throws(FileError) {
            try settle(file, durably: durably, evenWithoutFlushing: evenWithoutFlushing, path: path)
            if rename(draft, path) != 0 { throw FileError(path, "write", number: errno) }
        } catch {
            unlink(draft)
            throw error
        }
        // The new file is already in place.
        if durably, flushingName { try? flushFolder(of: path) }
    }

    /// Creates a file that must not exist yet.
    ///
    /// - Parameter mode: the file's permissions, regardless of the umask.
    public static func create(_ path: String, with bytes: [UInt8], mode: UInt32) throws(FileError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { throw FileError(path, "write", number: errno) }
        fchmod(file, mode)
        do throws(FileError) {
            try fill(file, with: bytes, path: path)
            try settle(file, durably: false, path: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Writes the bytes of a new file. If this fails, the file is closed.
    private static func fill(_ file: Int32, with bytes: [UInt8], path: String) throws(FileError) {
        do throws(FileError) {
            try writeBytes(bytes, to: file, at: 0, path: path)
        } catch {
            close(file)
            throw error
        }
    }

    /// Closes a new file, after flushing it if `durably` is set. It is closed even if this fails.
    private static func settle(
        _ file: Int32, durably: Bool, evenWithoutFlushing: Bool = false, path: String
    ) throws(FileError) {
        if durably, Platform.flush(file) != 0 {
            let number = errno
            if !evenWithoutFlushing || number != EINVAL {
                close(file)
                throw FileError(path, "write", number: number)
            }
        }
        // Some file systems report a full disk only on close.
        if close(file) != 0 { throw FileError(path, "write", number: errno) }
    }

    /// Appends to a file, concurrently with other writers, and returns its new length.
    public static func append(_ bytes: [UInt8], to path: String, mode: UInt32) throws(FileError) -> Int {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw FileError(path, "write", number: errno) }
        defer { close(file) }
        guard bytes.withUnsafeBytes({ HometaskPlatform.write(file, $0.baseAddress, $0.count) }) == bytes.count else {
            throw FileError(path, "write", number: errno)
        }
        return Int(lseek(file, 0, SEEK_END))
    }

    /// Overwrites a regular file with content of the same length in one step.
    ///
    /// - Returns: false if there is no such file; in that case, nothing is changed.
    public static func overwrite(_ path: String, with bytes: [UInt8]) -> Bool {
        let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == bytes.count else {
            return false
        }
        return bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) } == bytes.count
    }

    /// Writes bytes to an open file, at an offset or, if none is given, at the current position.
    public static func writeBytes(
        _ bytes: [UInt8], to file: Int32, at start: Int? = nil, path: String
    ) throws(FileError) {
        var failure: FileError?
        bytes.withUnsafeBytes { buffer in
            do throws(FileError) { try writeBytes(buffer, to: file, at: start, path: path) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Writes the bytes of a buffer to an open file, at an offset or, if none is given, at the current position.
    public static func writeBytes(
        _ bytes: UnsafeRawBufferPointer, to file: Int32, at start: Int? = nil, path: String
    ) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let (rest, length) = (bytes.baseAddress.map { $0 + written }, bytes.count - written)
            let count =
                start.map { pwrite(file, rest, length, off_t($0 + written)) }
                ?? HometaskPlatform.write(file, rest, length)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(path, "write", number: count == 0 ? EIO : errno) }
            written += count
        }
    }

    /// Flushes a file or folder to the disk.
    ///
    /// - Parameter isRequired: whether a missing file is an error.
    /// - Throws: an error if the disk reports a failure. Some file systems cannot flush a folder (EINVAL); this is not
    ///   an error.
    public static func flush(_ path: String, isRequired: Bool = false) throws(FileError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT, !isRequired { return }
            throw FileError(path, "flush", number: errno)
        }
        defer { close(file) }
        guard Platform.flush(file) != 0 else { return }
        let number = errno
        var status = stat()
        let isFolder = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        if number != EINVAL || !isFolder { throw FileError(path, "flush", number: number) }
    }

    /// Flushes the name of a file to the disk.
    public static func flushFolder(of path: String) throws(FileError) {
        if let slash = path.lastIndex(of: "/") { try flush(String(path[...slash])) }
    }
}
