// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Waits until a file or folder is on the disk: its content and, for a folder, its names.
///
/// - Throws: ``GitError`` where the disk reports that it is not.
func flush(_ path: String) throws(GitError) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw GitError.failure("flush", path, errno) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw GitError.failure("flush", path, errno) }
}

extension Repository {
    /// Waits until a reference that stands in a file of its own is on the disk.
    public func flushReference(_ name: String) throws(GitError) {
        let path = commonDirectory + name
        try flush(path)
        if let slash = path.lastIndex(of: "/") { try flush(String(path[...slash])) }
    }
}
