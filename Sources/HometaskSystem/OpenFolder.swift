// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// An open folder, whose files are found even if its path changes.
///
/// Another program that may write to the folder, or to its parent, can replace every name there with a symbolic link. A
/// path that is looked up again would follow such a link out of the folder; a name that is looked up relative to the
/// open folder (openat(2)) cannot, since no call here follows a link.
public final class OpenFolder: Sendable {
    private let descriptor: Int32

    /// Opens a folder. Links in its path are followed.
    public init(_ path: String) throws(FileError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path, "open", number: errno) }
    }

    /// Opens a subfolder by name, which must not be a link (ELOOP, ENOTDIR).
    public init(_ name: String, in folder: OpenFolder) throws(FileError) {
        descriptor = openat(folder.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(name, "open", number: errno) }
    }

    deinit { close(descriptor) }

    /// Creates a new folder, accessible to this user only.
    public func createFolder(_ name: String) throws(FileError) -> OpenFolder {
        guard mkdirat(descriptor, name, 0o700) == 0 else { throw FileError(name, "create", number: errno) }
        return try OpenFolder(name, in: self)
    }

    /// Creates a new file, accessible to this user only.
    public func createFile(_ name: String, with bytes: [UInt8]) throws(FileError) {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError(name, "write", number: errno) }
        defer { close(file) }
        try WholeFile.writeBytes(bytes, to: file, path: name)
    }

    /// Reads a regular file that belongs to this user; nil if there is none with this name.
    ///
    /// - Parameter limit: the maximum number of bytes; a longer file is an error (EFBIG).
    public func read(_ name: String, limit: Int) throws(FileError) -> [UInt8]? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if [ENOENT, ELOOP, ENXIO].contains(errno) { return nil }
            throw FileError(name, "read", number: errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError(name, "read", number: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { return nil }
        guard status.st_size <= limit else { throw FileError(name, "read", number: EFBIG) }
        return try WholeFile.readRest(of: file, limit: limit, size: Int(status.st_size), path: name)
    }

    /// The names in the folder, sorted; empty if it cannot be read.
    public var names: [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return copy < 0 ? [] : (FolderNames.read(opened: copy) ?? []).sorted()
    }

    /// Returns the modification time of the entry with this name, in seconds since 1970; nil if there is none.
    public func modificationTime(of name: String) -> Int? { status(of: name)?.st_mtim.tv_sec }

    /// Returns the status of the entry with this name, without following a link; nil if there is none.
    private func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Removes the entry with this name: a file, a link, or a folder with its contents. Best-effort.
    public func remove(_ name: String) {
        if unlinkat(descriptor, name, 0) == 0 { return }
        guard let folder = try? OpenFolder(name, in: self) else { return }
        // Each pass removes everything above the depth limit, and moves deeper entries up.
        for _ in 0..<Self.mostPasses {
            folder.empty(depth: 1, lifting: folder)
            if unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno != ENOTEMPTY { return }
        }
    }

    /// The maximum number of nested folders that are open at a time.
    public static let greatestDepth = 64
    private static let mostPasses = 1000

    private func empty(depth: Int, lifting top: OpenFolder) {
        for name in names where unlinkat(descriptor, name, 0) != 0 {
            guard depth < Self.greatestDepth else {
                let lifted = "lifted-\(UInt64.random(in: 0 ... .max))"
                _ = renameat(descriptor, name, top.descriptor, lifted)
                continue
            }
            (try? OpenFolder(name, in: self))?.empty(depth: depth + 1, lifting: top)
            unlinkat(descriptor, name, AT_REMOVEDIR)
        }
    }

    /// Whether the contents exceed this number of bytes on the disk, or this number of files and folders, or are deeper
    /// than ``greatestDepth``. Counting stops as soon as a limit is exceeded.
    public func exceeds(bytes: Int, files: Int) -> Bool {
        var left = (bytes: bytes, files: files)
        return exceeds(&left, depth: 1)
    }

    private func exceeds(_ left: inout (bytes: Int, files: Int), depth: Int) -> Bool {
        for name in names {
            guard let status = status(of: name) else { continue }
            left.bytes -= Int(status.st_blocks) * 512
            left.files -= 1
            if left.bytes < 0 || left.files < 0 || depth > Self.greatestDepth { return true }
            guard status.st_mode & S_IFMT == S_IFDIR, let folder = try? OpenFolder(name, in: self) else { continue }
            if folder.exceeds(&left, depth: depth + 1) { return true }
        }
        return false
    }
}
