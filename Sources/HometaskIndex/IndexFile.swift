// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// The file of the index, and the check that it is unchanged since it was written.
///
/// SQLite detects some kinds of damage but not all: a changed page may be a valid page with other contents. After each
/// change, the inode, size and times of the file are therefore noted in another file. An index whose data differ from
/// the note is not used. Neither is one whose update was interrupted, because its note was never written.
///
/// Invariant: a file that matches its note contains what `IndexUpdate` last committed.
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

    /// The path of a new database, which replaces the old one when it is complete. Only the process that holds the lock
    /// creates one, so killed processes leave at most one.
    var draft: String { path + ".new" }

    /// Whether the file is unchanged since it was noted.
    var isUnmodified: Bool {
        guard let status = Self.status(of: path), let noted = try? WholeFile.read(note, limit: 512) else {
            return false
        }
        return noted == status
    }

    /// Notes that the file is complete in its current state. The lock must be held.
    func recordFingerprint() {
        guard let status = Self.status(of: path) else { return }
        try? WholeFile.replace(note, with: status, mode: 0o600, durably: false, via: note + ".new")
    }

    /// Removes the note, so that the file is not used until it is noted again.
    func forget() { unlink(note) }

    /// Flushes the draft before it gets its name. Best-effort: an index can be rebuilt.
    func flushDraft() { try? WholeFile.flush(draft) }

    /// Replaces the file with the draft.
    ///
    /// - Returns: whether this succeeded.
    func replaceWithDraft() -> Bool {
        forget()
        unlink(path + "-journal")
        return rename(draft, path) == 0
    }

    /// Removes the files of a process that was killed while it created a draft.
    func removeDraft() {
        unlink(draft)
        unlink(draft + "-journal")
    }

    /// Makes a change under a lock between processes; nil if acquiring the lock times out, or if the folder is not
    /// writable.
    func withLock<Result>(_ body: () throws -> Result?) rethrows -> Result? {
        guard let held = (try? LockFile.acquire(lock, patience: 500)) ?? nil else { return nil }
        return try held.hold(body)
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
