// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskProcess

/// Whole folders: put in the place of others, and removed.
enum FolderTree {
    /// Puts a folder in the place of another, whole or not at all.
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

    /// Removes a folder with all in it, not following links; what cannot be removed stays.
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
