// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// The file status in git's index, by which an unchanged file is recognised without reading it.
extension git_index_entry {
    /// Records the times, device, inode, owner and size of a file, truncated to the width of git's fields; not the
    /// mode.
    mutating func recordStatus(_ status: stat) {
        unsafe ctime = status.st_ctim.indexed
        unsafe mtime = status.st_mtim.indexed
        unsafe dev = UInt32(truncatingIfNeeded: status.st_dev)
        unsafe ino = UInt32(truncatingIfNeeded: status.st_ino)
        unsafe uid = status.st_uid
        unsafe gid = status.st_gid
        unsafe file_size = UInt32(truncatingIfNeeded: status.st_size)
    }

    /// Returns whether a status equals the recorded one, and the last change was before a time in nanoseconds: a file
    /// that changed when the index was written, or later, may differ unnoticed.
    func isNoted(_ status: stat, changedBefore time: Int64) -> Bool {
        unsafe status.st_mtim.indexed == mtime && status.st_ctim.indexed == ctime
            && UInt32(truncatingIfNeeded: status.st_ino) == ino
            && UInt32(truncatingIfNeeded: status.st_size) == file_size && status.st_mtim.nanoseconds < time
    }
}

extension git_index_time {
    fileprivate static func == (left: git_index_time, right: git_index_time) -> Bool {
        left.seconds == right.seconds && left.nanoseconds == right.nanoseconds
    }
}

extension timespec {
    fileprivate var indexed: git_index_time {
        git_index_time(
            seconds: Int32(truncatingIfNeeded: tv_sec), nanoseconds: UInt32(truncatingIfNeeded: tv_nsec))
    }
}
