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
    func followHead(takenIn: [String: ObjectID?] = [:]) throws {
        guard let workTree else { return }
        try lock.withLock {
            try workTree.follow(takenIn: takenIn)
            guard workTree.hasJournal else { return }
            // No process can publish while this lock is held. Every entry is therefore in HEAD's history and followed,
            // or belongs to a commit that was never published.
            try branchLock.withLock {
                try workTree.follow()
                try workTree.clearJournal()
            }
        }
    }

    /// Updates the working tree to a commit that was just published. The change has been made by then, so an obstacle
    /// to the update (a full disk, a lock of git's) does not make it fail: the next writing command tries again, and
    /// reports the obstacle before it changes anything.
    func followPublished(takenIn: [String: ObjectID?] = [:]) {
        try? followHead(takenIn: takenIn)
    }
}
