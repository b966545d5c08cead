// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskProcess
import HometaskSystem

/// Replaces and removes whole folders.
enum FolderTree {
    /// Replaces a folder with another one atomically.
    static func replace(_ target: String, by draft: String) throws(SystemError) {
        let old = "\(draft).old"
        if rename(target, old) != 0, errno != ENOENT { throw SystemError(number: errno) }
        guard rename(draft, target) == 0 else {
            let error = SystemError(number: errno)
            rename(old, target)
            throw error
        }
        remove(old)
    }

    /// Whether the contents of a folder exceed this number of bytes on the disk, or this number of files and folders.
    /// Counting stops as soon as a limit is exceeded.
    static func exceeds(_ path: String, bytes: Int, files: Int) -> Bool {
        var (bytes, files, folders) = (bytes, files, [path])
        while let folder = folders.popLast() {
            for name in LocalFile.names(in: folder) {
                var status = stat()
                guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
                bytes -= Int(status.st_blocks) * 512
                files -= 1
                if bytes < 0 || files < 0 { return true }
                if status.st_mode & S_IFMT == S_IFDIR { folders.append("\(folder)/\(name)") }
            }
        }
        return false
    }

    /// Removes a folder with its contents, without following links; files that cannot be removed are left.
    static func remove(_ path: String) {
        guard let stamp = FileStamp(path) else { return }
        guard stamp.isFolder else {
            unlink(path)
            return
        }
        for name in LocalFile.names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
