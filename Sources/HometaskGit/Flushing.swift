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
    /// Waits until a reference is on the disk: in a file of its own, or in that of all packed ones.
    public func flushReference(_ name: String) throws(GitError) {
        let path = commonDirectory + name
        // 'git gc' packs references: it writes all of them to one file, and removes the others then.
        do {
            try flush(path)
        } catch {
            if RemoteURL.exists(path) { throw error }
            return try flush(commonDirectory + "packed-refs")
        }
        if let slash = path.lastIndex(of: "/") { try flush(String(path[...slash])) }
    }
}
