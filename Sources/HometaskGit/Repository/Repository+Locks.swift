// SPDX-License-Identifier: Apache-2.0

extension Repository {
    /// The lock files that may block operations here.
    public var locks: RepositoryLocks {
        RepositoryLocks(
            gitDirectory: gitDirectory, commonDirectory: commonDirectory, workingDirectory: workingDirectory)
    }
}
