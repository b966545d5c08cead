// SPDX-License-Identifier: Apache-2.0
import CLibgit2
internal import Synchronization

/// The C library as a whole: initialised once, on first use, and never shut down, so that a program that opens no
/// repository pays nothing and none does work when it ends.
enum Libgit2 {
    /// Whether writes reach the disk before they are reported; read once, by the first use of the library.
    static let wantsDurableWrites = Atomic<Bool>(true)

    private static let started: Result<Void, GitError> = start()

    /// Makes sure that the library is ready.
    static func ensureStarted() throws(GitError) { try started.get() }

    private static func start() -> Result<Void, GitError> {
        Result { () throws(GitError) in
            try call("start libgit2", git_libgit2_init())
            let durable = wantsDurableWrites.load(ordering: .relaxed)
            try call("set durable writes", hometask_set_fsync(durable ? 1 : 0))
            try call("limit the object cache", hometask_set_cache_limit(64 << 20))
        }
    }
}
