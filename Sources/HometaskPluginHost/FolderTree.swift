// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// Replaces and removes whole folders.
enum FolderTree {
    /// Atomically replaces a folder with a draft beside it, or moves the draft into place if there is no such folder.
    ///
    /// File systems that cannot exchange two names (EINVAL, such as NFS) are an exception: the old folder is moved
    /// aside first, and neither folder is in place between the two steps.
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

    /// Moves a folder aside and another one into its place. If the second step fails, the first is rolled back.
    static func moveAside(_ target: String, to old: String, for draft: String) throws(SystemError) {
        if rename(target, old) != 0, errno != ENOENT { throw SystemError(number: errno) }
        guard rename(draft, target) == 0 else {
            let error = SystemError(number: errno)
            rename(old, target)
            throw error
        }
    }

    /// Removes a file, or a folder with its contents, without following links; best-effort.
    static func remove(_ path: String) {
        guard let slash = path.lastIndex(of: "/"), let above = try? OpenFolder(String(path[...slash])) else { return }
        above.remove(String(path[path.index(after: slash)...]))
    }
}
