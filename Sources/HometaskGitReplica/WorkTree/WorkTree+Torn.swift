// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskPlatform
import HometaskSystem

/// Handles the effects of a power cut on files that were written and not flushed: empty files, files that end early or
/// in zeros, and an unreadable index of git's. All of their content is in HEAD, so none of it is an edit.
extension WorkTree {
    /// For this many seconds after it was written, a file that ends early may be one that an editor is still writing.
    private static let quietSeconds = 2

    /// Returns whether a file contains just the beginning of its content in a known tree: no complete document ends
    /// early.
    func isTorn(_ path: String, _ known: KnownFiles) throws -> Bool {
        guard let found = try? WholeFile.read(root + path, limit: FileUpdate.limit), mayBeTorn(found) else {
            return false
        }
        let text = found.prefix(found.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)
        let isBeginning = try known.trees.contains { tree in
            guard let tree, let entry = try store.repository.trees.entry(at: path, in: tree), entry.mode.isFile,
                let whole = try? store.repository.readBlob(entry.id, limit: FileUpdate.limit)
            else { return false }
            return found.count <= whole.count && text.count < whole.count && whole.starts(with: text)
        }
        return isBeginning && isQuiet(path)
    }

    /// Tests quickly whether a file may be torn: a complete document ends in a brace and a line feed.
    private func mayBeTorn(_ bytes: [UInt8]) -> Bool {
        guard let last = bytes.last(where: { $0 != 0x0A && $0 != 0x20 }) else { return true }
        return last != UInt8(ascii: "}") || bytes.last != 0x0A
    }

    /// Waits until a file has been quiet for a moment.
    ///
    /// - Returns: false if it is written in the meantime.
    private func isQuiet(_ path: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard lstat(root + path, &first) == 0 else { return false }
        if time(nil) - first.st_mtim.tv_sec > Self.quietSeconds { return true }
        sleep(UInt32(Self.quietSeconds))
        return lstat(root + path, &second) == 0 && first.st_mtim.tv_sec == second.st_mtim.tv_sec
            && first.st_mtim.tv_nsec == second.st_mtim.tv_nsec && first.st_size == second.st_size
    }

    /// Rewrites torn files from HEAD.
    func restore(_ torn: [String], _ head: ObjectID?) throws {
        try ProcessLock(path: local.folder + "worktree-lock").withLock {
            var known = try knownFiles(at: head)
            var updates: [FileUpdate] = []
            for path in torn {
                guard let content = try hash(of: path), try isTorn(path, known) else { continue }
                let entry = try head.flatMap { try store.repository.trees.entry(at: path, in: $0) }
                updates.append(FileUpdate(path: path, entry: entry, known: [content]))
            }
            try applyUpdates(updates, &known, head: head)
        }
    }

    /// Writes git's index. Rebuilds it from HEAD if it cannot be read, or if it is missing although files were written
    /// before.
    func updateIndex(_ changes: [IndexChange], _ head: ObjectID?) throws {
        do throws(GitError) {
            if let head, !store.repository.index.exists, local.written(Self.localName) != nil {
                return try remakeIndex(from: head)
            }
            do throws(GitError) {
                try store.repository.index.update(changes)
            } catch {
                guard let head, error.code == .corrupt else { throw error }
                try remakeIndex(from: head)
            }
        } catch {
            throw error.replicaError(subject: "git's index")
        }
    }

    /// Rebuilds git's index from HEAD if it cannot be read.
    ///
    /// - Returns: whether it had to be rebuilt.
    func remakeIndexIfDamaged(_ head: ObjectID?) throws -> Bool {
        guard let head, store.repository.index.isDamaged else { return false }
        do throws(GitError) {
            try remakeIndex(from: head)
        } catch {
            throw error.replicaError(subject: "git's index")
        }
        return true
    }
}
