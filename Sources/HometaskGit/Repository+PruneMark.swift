// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Repository {
    /// A file that `git prune` removes, as it does all temporary files (git-prune(1)), and only after it has removed
    /// the unreachable objects. So where it stands, no prune has ended since it was made.
    ///
    /// `git prune` decides first what is reachable and removes objects later, one by one: an object that was written in
    /// between goes, though a branch leads to it by then. With `--expire=now` (`git gc --prune=now`) even the newest
    /// go.
    private var pruneMark: String { commonDirectory + "objects/tmp_hometask_mark" }

    /// Whether no prune has ended since ``markUnpruned()``.
    public var isMarkedUnpruned: Bool { unsafe access(pruneMark, F_OK) == 0 }

    /// Marks the object store, so that the end of a prune shows; does nothing where the mark stands, or cannot be made.
    public func markUnpruned() {
        let file = unsafe Glibc.open(pruneMark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }
}
