// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskPlatform
import HometaskSystem

/// Moves a branch back to its last announced commit if the disk has an earlier state of the branch.
///
/// Invariant: a branch that was moved on purpose stays where it is.
struct BranchRecovery {
    private let store: FamilyStore

    init(_ store: FamilyStore) {
        self.store = store
    }

    /// Moves a branch to its last commit, if the records lead from the branch's current commit to it.
    func restore(_ name: String, _ records: [CommitJournal.Record]) throws {
        guard let last = records.last, store.repository.contains(last.new) else { return }
        let now = try standing(name)
        // A branch that is missing and not in use was renamed or removed.
        if now == nil, !isBranchInUse(name) { return }
        guard now != last.new, isEarlier(now, records), try !wasMovedBack(name, from: last.new, to: now) else { return }
        let commit = try store.repository.commits.read(last.new)
        _ = try store.repository.references.move(
            name, from: now, to: last.new, signature: commit.committer,
            message: "\(FamilyBranch.reflogPrefix)what was announced and lost")
    }

    /// Makes HEAD name a branch if its file is empty.
    func restoreHead(to branch: String) {
        let path = store.gitDirectory + "HEAD"
        guard Self.isTorn(path) else { return }
        try? WholeFile.replace(
            path, with: Array("ref: \(branch)\n".utf8), mode: 0o644, durably: true, via: path + ".hometask.new")
    }

    /// Returns whether HEAD names a branch that does not exist or cannot be read.
    func isBranchInUse(_ name: String) -> Bool {
        do throws(GitError) {
            switch try store.repository.references.head() {
            case .branch(let other, _), .unborn(let other): return other == name
            case .detached: return false
            }
        } catch {
            return true
        }
    }

    /// Returns whether another program moved a branch to its current commit: the last line of its log names another
    /// program, or its file is newer than the journal.
    func wasMoved(_ name: String, to tip: ObjectID, since written: timespec?) -> Bool {
        if let move = store.repository.references.lastMove(of: name), move.new == tip,
            !move.message.hasPrefix(FamilyBranch.reflogPrefix)
        {
            return true
        }
        var status = stat()
        guard let written, lstat(store.repository.commonDirectory + name, &status) == 0 else { return false }
        return (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) > (written.tv_sec, written.tv_nsec)
    }

    /// Returns the commit of a branch. A torn file of the branch is removed: the commit that it named is in the
    /// journal, and the earlier one in `packed-refs` takes effect again. A file that cannot be read stays.
    private func standing(_ name: String) throws -> ObjectID? {
        do throws(GitError) {
            return try store.repository.references.target(of: name)
        } catch {
            // A commit that is even temporarily unreadable makes the branch look torn.
            guard error.code != .system else { throw error }
            if let failure = store.repository.unreadableFile() { throw failure }
            if let tip = try? store.repository.references.target(of: name) { return tip }
            unlink(store.repository.commonDirectory + name)
            return try store.repository.references.target(of: name)
        }
    }

    private func isEarlier(_ tip: ObjectID?, _ records: [CommitJournal.Record]) -> Bool {
        if tip == nil { return true }
        var expected = records.last?.new
        for record in records.reversed() where record.new == expected {
            if record.old == tip { return true }
            expected = record.old
        }
        return false
    }

    /// Returns whether the reflog has a later move than the one to a commit: then the branch's current position is
    /// intended.
    private func wasMovedBack(_ name: String, from commit: ObjectID, to tip: ObjectID?) throws -> Bool {
        guard let tip, let moves = try? store.repository.references.reflog(of: name, limit: 1000),
            let place = moves.firstIndex(where: { $0.new == commit })
        else { return false }
        return moves[..<place].contains { $0.new == tip }
    }

    /// Returns whether a file of git's has no content: empty, or only zero bytes, as after a power cut.
    static func isTorn(_ path: String) -> Bool {
        guard let bytes = try? WholeFile.read(path, limit: 4096) else { return false }
        return bytes.allSatisfy { $0 == 0 }
    }
}
