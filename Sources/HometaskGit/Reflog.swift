// SPDX-License-Identifier: Apache-2.0
import CLibgit2

/// One move of a reference on this machine.
public struct ReflogEntry: Hashable, Sendable {
    /// Where it stood; ``ObjectID/zero`` if it did not exist.
    public let old: ObjectID
    /// Where it went.
    public let new: ObjectID
    /// Why, in the words of who moved it.
    public let message: String
    /// When, in seconds since 1970.
    public let seconds: Int64
}

extension Repository {
    /// The last moves of a reference on this machine, the newest first.
    public func reflog(_ name: String, limit: Int = .max) throws(GitError) -> [ReflogEntry] {
        let log = unsafe try HometaskGit.handle("read the reflog of", on: name, freeing: git_reflog_free) {
            unsafe git_reflog_read($0, handle.pointer, name)
        }
        return unsafe (0..<min(limit, git_reflog_entrycount(log.pointer))).compactMap { index in
            guard let entry = unsafe git_reflog_entry_byindex(log.pointer, index),
                let old = unsafe git_reflog_entry_id_old(entry), let new = unsafe git_reflog_entry_id_new(entry)
            else { return nil }
            let message = unsafe git_reflog_entry_message(entry).map { unsafe String(cString: $0) }
            let seconds = unsafe git_reflog_entry_committer(entry).map { unsafe $0.pointee.when.time }
            return unsafe ReflogEntry(
                old: ObjectID(old.pointee), new: ObjectID(new.pointee), message: message ?? "", seconds: seconds ?? 0)
        }
    }
}
