// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension ReferenceStore {
    /// Returns the last move of a reference on this machine, read from the end of its log; nil if there is none.
    public func lastMove(of name: String) -> ReflogEntry? {
        guard let line = Self.lastLines(of: repository.commonDirectory + "logs/" + name, length: 4 << 10).last else {
            return nil
        }
        let halves = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        let words = halves[0].split(separator: " ")
        guard words.count > 3, let old = ObjectID(hex: words[0]), let new = ObjectID(hex: words[1]) else { return nil }
        let seconds = Int64(words[words.count - 2]) ?? 0
        return ReflogEntry(old: old, new: new, message: halves.count > 1 ? halves[1] : "", seconds: seconds)
    }

    /// Returns the last moves of a reference on this machine, newest first.
    public func reflog(of name: String, limit: Int = .max) throws(GitError) -> [ReflogEntry] {
        let log = unsafe try HometaskGit.handle("read the reflog of", on: name, freeing: git_reflog_free) {
            unsafe git_reflog_read($0, repository.handle.pointer, name)
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

/// One move of a reference on this machine.
public struct ReflogEntry: Hashable, Sendable {
    /// The commit before the move; ``ObjectID/zero`` if the reference did not exist.
    public let old: ObjectID
    /// The commit after the move.
    public let new: ObjectID
    /// The reason recorded with the move.
    public let message: String
    /// The time in seconds since 1970.
    public let seconds: Int64
}
