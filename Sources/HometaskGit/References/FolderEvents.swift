// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Wakes a thread that waits in poll(2) when names in some folders change: inotify(7).
final class FolderEvents: Sendable {
    /// Becomes readable when something has changed.
    let descriptor: Int32

    private static let events =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF

    /// Nil if the system has no more inotify instances for this user.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
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
            let mask = UInt32(Self.events | IN_ONLYDIR)
            let watch = unsafe inotify_add_watch(descriptor, folder, mask)
            if watch < 0, errno != ENOENT, errno != ENOTDIR { isWhole = false }
        }
        return isWhole
    }

    /// Discards the events so far.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
