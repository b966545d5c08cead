// SPDX-License-Identifier: Apache-2.0

extension Repository {
    /// The first file of the repository that cannot be read, to be checked if something seems missing or damaged; nil
    /// if all can be read. Reads everything.
    public func unreadableFile() -> GitError? {
        UnreadableFile.first(in: gitDirectory == commonDirectory ? [gitDirectory] : [gitDirectory, commonDirectory])
    }
}
