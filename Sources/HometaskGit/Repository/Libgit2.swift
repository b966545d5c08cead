// SPDX-License-Identifier: Apache-2.0

import CLibgit2

/// The C library as a whole: initialised lazily, once, and never shut down. It costs nothing in a program that opens no
/// repository, and nothing at exit.
enum Libgit2 {
    private static let started: Result<Void, GitError> = start()

    /// Makes sure that the library is initialised.
    static func ensureStarted() throws(GitError) { try started.get() }

    private static func start() -> Result<Void, GitError> {
        Result { () throws(GitError) in
            try call("start libgit2", status: git_libgit2_init())
            try call("prepare libgit2", status: hometask_set_strict_hash_verification(0))
            try call("limit the object cache", status: hometask_set_cache_limit(64 << 20))
        }
    }
}
