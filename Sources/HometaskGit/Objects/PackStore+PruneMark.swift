// SPDX-License-Identifier: Apache-2.0
import Glibc

extension PackStore {
    /// A file that `git prune` removes, like all temporary files (git-prune(1)), after it has removed the unreachable
    /// objects. If the file exists, no prune has ended since it was created.
    ///
    /// `git prune` first determines what is reachable and later removes objects one by one. An object that is written
    /// in between is removed even if a branch leads to it by then. With `--expire=now` (`git gc --prune=now`) this
    /// applies even to the newest objects.
    private var pruneMark: String { repository.commonDirectory + "objects/tmp_hometask_mark" }

    /// Whether no prune has ended since ``markUnpruned()``.
    public var isMarkedUnpruned: Bool { unsafe access(pruneMark, F_OK) == 0 }

    /// Marks the object store, so that the end of a prune can be detected; does nothing if the mark exists, or cannot
    /// be created.
    public func markUnpruned() {
        let file = unsafe Glibc.open(pruneMark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }
}
