// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Data by which a file is recognised as unchanged without reading it, as git does for its index.
struct FileStamp: Hashable, Sendable {
    let size: Int
    private let mode: UInt32
    private let inode: UInt64
    private let changed: Int64
    private let modified: Int64

    /// The stamp of a file, not following a link; nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        mode = status.st_mode
        inode = UInt64(status.st_ino)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }

    var isFile: Bool { mode & S_IFMT == S_IFREG }
    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
    var isExecutable: Bool { mode & S_IXUSR != 0 }

    /// The stamp as a string, for comparison with a later one.
    var text: String { "\(size).\(mode).\(inode).\(changed).\(modified)" }
}
