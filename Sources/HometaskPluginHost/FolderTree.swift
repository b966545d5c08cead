// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskProcess
import HometaskSystem

/// Replaces and removes whole folders.
enum FolderTree {
    /// Replaces a folder with another one beside it, which gets its name, or moves the other one there if there is none.
    /// Whenever the process ends, either the old folder or the new one is there.
    ///
    /// File systems that cannot exchange two names (EINVAL, as NFS) are an exception: the old folder moves aside first,
    /// and between these two steps there is neither.
    static func replace(_ target: String, by draft: String) throws(SystemError) {
        var old = draft
        do {
            try NameExchange.exchange(draft, with: target)
        } catch {
            switch error.number {
            case ENOENT: guard rename(draft, target) == 0 else { throw SystemError(number: errno) }
            case EINVAL, ENOSYS:
                old = "\(draft).old"
                try moveAside(target, to: old, for: draft)
            default: throw error
            }
        }
        // The new folder is in place by now, whether or not its name can be flushed.
        try? WholeFile.flushFolder(of: target)
        remove(old)
    }

    /// Moves a folder aside and another one to its place. If the second step fails, the first is taken back.
    static func moveAside(_ target: String, to old: String, for draft: String) throws(SystemError) {
        if rename(target, old) != 0, errno != ENOENT { throw SystemError(number: errno) }
        guard rename(draft, target) == 0 else {
            let error = SystemError(number: errno)
            rename(old, target)
            throw error
        }
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
