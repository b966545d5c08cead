// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskSystem

/// The file of the index, and how it is known that nobody has touched it since it was written.
///
/// SQLite determines about some damage and not about all: a changed page may be a page of other answers. So what the
/// file system says of the file after each change (its inode, size and times) is noted beside it, and a file of which
/// it says something else is not asked. Neither is one whose change was cut short: its note was never written.
///
/// Invariant: a file that has a note which fits holds what `IndexUpdate` last committed.
struct IndexFile: Sendable {
    /// The path of the SQLite database.
    let path: String
    private let note: String
    private let lock: String

    init(in folder: String) {
        path = folder + "index.sqlite"
        note = folder + "index.state"
        lock = folder + "index.lock"
    }

    /// Where a new database is made, to be put in the place of the old one when it is whole. Only who holds the lock
    /// makes one, so that a killed process leaves one at most.
    var draft: String { path + ".new" }

    /// Whether the file is as it was left.
    var isUnmodified: Bool {
        guard let status = Self.status(of: path), let noted = try? WholeFile.read(note, limit: 512) else {
            return false
        }
        return noted == status
    }

    /// Records that the file is whole as it stands. Only while the lock is held.
    func recordFingerprint() {
        guard let status = Self.status(of: path) else { return }
        try? WholeFile.replace(note, with: status, mode: 0o600, durably: false, via: note + ".new")
    }

    /// Takes the note back: whatever the file holds from now on is not to be asked, until it is noted again.
    func forget() { unlink(note) }

    /// Waits until the draft is on the disk: its name must not get there first.
    func flushDraft() {
        let file = open(draft, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        fdatasync(file)
        close(file)
    }

    /// Puts the draft in the place of the file.
    ///
    /// - Returns: whether that was possible.
    func replaceWithDraft() -> Bool {
        forget()
        unlink(path + "-journal")
        return rename(draft, path) == 0
    }

    /// Removes what a process left that was killed while it made a draft.
    func removeDraft() {
        unlink(draft)
        unlink(draft + "-journal")
    }

    /// Runs a change, one process at a time; nil if another keeps the lock for longer than an answer may take, or the
    /// folder cannot be written.
    func withLock<Result>(_ body: () throws -> Result?) rethrows -> Result? {
        let file = open(lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard FileLock.take(file, patience: 500) == .taken else { return nil }
        return try body()
    }

    private static func status(of path: String) -> [UInt8]? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let words = [
            Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
            status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ]
        return Array((words.map { String($0) }.joined(separator: " ") + "\n").utf8)
    }
}
