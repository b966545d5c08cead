// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// Updates the working tree to HEAD, one process at a time: two processes that followed different commits at once would
/// leave files that look like edits.
struct WorkTreeFollower {
    let workTree: WorkTree?
    /// Held while the working tree follows HEAD.
    private let lock: ProcessLock
    /// Held while a commit is announced and the branch moved.
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
            // Nobody is about to publish while this lock is held, so every entry is in HEAD's history, and followed, or
            // belongs to a commit that never was published.
            try branchLock.withLock {
                try workTree.follow()
                try workTree.clearJournal()
            }
        }
    }

    /// Brings the working tree to a commit that was just published. The change is made then, so what keeps the files
    /// from following (a full disk, a lock of git's) is not a failure of it: the next writing command tries again, and
    /// tells it before it changes anything.
    func followPublished(takenIn: [String: ObjectID?] = [:]) {
        try? followHead(takenIn: takenIn)
    }
}
