// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// Wakes a thread that waits in poll(2) when names in some folders change: inotify(7), or kqueue(2) on macOS.
final class FolderEvents: Sendable {
    /// Becomes readable when something has changed.
    let descriptor: Int32

    /// Nil if the system has no more such descriptors for this user.
    init?() {
        descriptor = hometask_watch_open()
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Starts watching folders, in addition to those already watched. A missing folder is skipped: its creation is an
    /// event of the parent folder.
    ///
    /// - Returns: whether all existing folders are watched.
    func watch(_ folders: [String]) -> Bool {
        var isWhole = true
        for folder in folders {
            let failure = unsafe hometask_watch_add(descriptor, folder)
            if failure != 0, failure != ENOENT, failure != ENOTDIR { isWhole = false }
        }
        return isWhole
    }

    /// Discards the events so far.
    func drain() { hometask_watch_drain(descriptor) }
}
