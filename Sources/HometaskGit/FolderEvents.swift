// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Wakes a thread that waits in poll(2) when something happens to the names in some folders: inotify(7).
final class FolderEvents: Sendable {
    /// Can be read when something has happened.
    let descriptor: Int32

    private static let events =
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF

    /// Nil if the system has no more of these for this user.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Watches folders from now on, beside those that are watched already. One that is not there is left out: that it
    /// is made is an event of the folder above.
    ///
    /// - Returns: whether all that are there are watched.
    func watch(_ folders: [String]) -> Bool {
        var isWhole = true
        for folder in folders {
            let mask = UInt32(Self.events | IN_ONLYDIR)
            let watch = unsafe inotify_add_watch(descriptor, folder, mask)
            if watch < 0, errno != ENOENT, errno != ENOTDIR { isWhole = false }
        }
        return isWhole
    }

    /// Forgets what has happened so far.
    func drain() {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while unsafe read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
