// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// Updates the working tree to HEAD, one process at a time: two processes that wrote different commits at once would
/// leave files that look like edits.
struct WorkTreeFollower {
    let workTree: WorkTree?
    /// Held while the working tree is updated.
    private let lock: ProcessLock
    /// Held while a commit is announced and the branch is moved.
    private let branchLock: ProcessLock

    init(_ workTree: WorkTree?, lock: ProcessLock, branchLock: ProcessLock) {
        self.workTree = workTree
        self.lock = lock
        self.branchLock = branchLock
    }

    /// Updates the working tree to the current HEAD.
    ///
    /// - Returns: the branch that the working tree shows now; nil if there is no working tree.
    @discardableResult func followHead(takenIn: [String: ObjectID?] = [:]) throws -> (name: String, tip: ObjectID?)? {
        guard let workTree else { return nil }
        return try lock.withLock {
            let shown = try workTree.follow(takenIn: takenIn)
            guard workTree.hasJournal else { return shown }
            // No process can publish while this lock is held. Every entry is therefore in HEAD's history and followed,
            // or belongs to a commit that was never published.
            return try branchLock.withLock {
                let shown = try workTree.follow()
                try workTree.clearJournal()
                return shown
            }
        }
    }

    /// Updates the working tree to a commit that was just published. The change has been made by then, so an obstacle
    /// to the update (a full disk, a lock of git's) does not make it fail: the next writing command tries again, and
    /// reports the obstacle before it changes anything.
    func followPublished(takenIn: [String: ObjectID?] = [:]) {
        _ = try? followHead(takenIn: takenIn)
    }
}
