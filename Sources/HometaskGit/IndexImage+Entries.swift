// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import CProcess
import Glibc

/// What the entries of git's index say.
extension IndexImage {
    /// The path of an entry.
    func path(_ entry: Int) -> ArraySlice<UInt8> { bytes[name(entry)] }

    /// The id of the content that an entry has.
    func id(_ entry: Int) -> ObjectID { ObjectID(bytes: bytes[(starts[entry] + 40)...].prefix(20)) ?? .zero }

    /// Whether an entry has a file, a link or a submodule, and whether a file can be executed, as git numbers it.
    func mode(_ entry: Int) -> UInt32 { word(starts[entry] + 24) }

    /// Whether an entry's file is not to be looked at: `git update-index --skip-worktree`, and what is not written to
    /// the working tree.
    func isSkipped(_ entry: Int) -> Bool { half(starts[entry] + 60) & Self.extendedFlag != 0 }

    /// Whether an entry's file counts as unchanged, whatever it holds: `git update-index --assume-unchanged`.
    func isAssumedUnchanged(_ entry: Int) -> Bool { half(starts[entry] + 60) & 0x8000 != 0 }

    /// Whether a file's status is the one that was noted, and of a change before a time in nanoseconds: a file that
    /// changed when the index was written, or later, may differ without showing it.
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

    /// The entries below a folder, among some; all of them for the root, whose path is empty.
    func entries(below folder: [UInt8]) -> Range<Int> {
        if folder.isEmpty { return starts.indices }
        // A slash, and the character after it.
        let first = position(of: folder + [UInt8(ascii: "/")]).entry
        return first..<position(of: folder + [UInt8(ascii: "/") + 1]).entry
    }
}
