// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// Accessors for the entries of git's index.
extension IndexImage {
    func path(_ entry: Int) -> ArraySlice<UInt8> { bytes[name(entry)] }

    /// Returns the id of an entry's content.
    func id(_ entry: Int) -> ObjectID { ObjectID(bytes: bytes[(starts[entry] + 40)...].prefix(20)) ?? .zero }

    /// Returns an entry's mode in git's encoding: whether it is a file, a link or a submodule, and whether the file is
    /// executable.
    func mode(_ entry: Int) -> UInt32 { word(starts[entry] + 24) }

    /// Returns whether git must not check an entry's file: `git update-index --skip-worktree`, and files that are left
    /// out of the working tree.
    func isSkipped(_ entry: Int) -> Bool { half(starts[entry] + 60) & Self.extendedFlag != 0 }

    /// Returns whether an entry's file counts as unchanged, whatever it contains: `git update-index
    /// --assume-unchanged`.
    func isAssumedUnchanged(_ entry: Int) -> Bool { half(starts[entry] + 60) & 0x8000 != 0 }

    /// Returns whether a file's status equals the recorded one, and its last change was before a time in nanoseconds: a
    /// file that changed when the index was written, or later, may differ unnoticed.
    func isNoted(_ status: stat, _ entry: Int, changedBefore time: Int64) -> Bool {
        let start = starts[entry]
        return isTime(status.st_mtim, at: start + 8) && isTime(status.st_ctim, at: start)
            && UInt32(truncatingIfNeeded: status.st_ino) == word(start + 20)
            && UInt32(truncatingIfNeeded: status.st_size) == word(start + 36) && status.st_mtim.nanoseconds < time
    }

    private func isTime(_ time: timespec, at place: Int) -> Bool {
        UInt32(truncatingIfNeeded: time.tv_sec) == word(place)
            && UInt32(truncatingIfNeeded: time.tv_nsec) == word(place + 4)
    }

    /// Returns the entries below a folder; for the root, whose path is empty, all entries.
    func entries(below folder: [UInt8]) -> Range<Int> {
        if folder.isEmpty { return starts.indices }
        // A slash, and the character after it.
        let first = position(of: folder + [UInt8(ascii: "/")]).entry
        return first..<position(of: folder + [UInt8(ascii: "/") + 1]).entry
    }
}
