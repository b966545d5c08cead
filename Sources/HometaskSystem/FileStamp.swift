// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// Metadata that shows whether a file is unchanged without reading the file, as git does for its index.
public struct FileStamp: Hashable, Sendable {
    /// The file's size in bytes.
    public let size: Int
    private let mode: UInt32
    private let inode: UInt64
    private let changed: Int64
    private let modified: Int64

    /// The stamp of a file; nil if the file does not exist.
    ///
    /// - Parameter followsLinks: whether a symbolic link is followed; otherwise the stamp is that of the link itself.
    public init?(_ path: String, followsLinks: Bool = false) {
        var status = stat()
        guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        size = Int(status.st_size)
        mode = status.st_mode
        inode = UInt64(status.st_ino)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    /// Whether the file is a regular file.
    public var isFile: Bool { mode & S_IFMT == S_IFREG }
    /// Whether the file is a folder.
    public var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    /// Whether others (neither owner nor group) may read, write or execute the file.
    public var isOpenToAll: Bool { mode & 0o007 != 0 }
    /// Whether the owner may execute the file.
    public var isExecutable: Bool { mode & S_IXUSR != 0 }

    /// The stamp as a string, for comparison with a later one.
    public var text: String { "\(size).\(mode).\(inode).\(changed).\(modified)" }
}
