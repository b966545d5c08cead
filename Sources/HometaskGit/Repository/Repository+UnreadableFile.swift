// SPDX-License-Identifier: Apache-2.0

extension Repository {
    /// Returns the first file of the repository that cannot be read; nil if all can be read. Reads every file, so it is
    /// meant for when something seems missing or damaged.
    public func unreadableFile() -> GitError? {
        UnreadableFile.first(in: gitDirectory == commonDirectory ? [gitDirectory] : [gitDirectory, commonDirectory])
    }
}
