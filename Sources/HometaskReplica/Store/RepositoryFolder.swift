// SPDX-License-Identifier: Apache-2.0

/// The folder of a family's repository, and the edits that people make by hand to the files in its working tree.
public protocol RepositoryFolder: Actor {
    /// The folder of the repository: the working tree, or the bare repository itself.
    nonisolated var folder: String { get }

    /// Whether the repository has no working tree.
    nonisolated var isBare: Bool { get }

    /// Records all hand edits in the working tree, in a separate commit.
    ///
    /// - Parameter allowsManyRemovals: whether many missing files (over 20, or over a tenth) count as deletions;
    ///   otherwise they are left alone.
    func takeInHandEdits(allowsManyRemovals: Bool) throws -> HandEditReport

    /// Returns the paths of files with hand edits that differ from the branch, without changing anything.
    nonisolated func handEditedPaths() async throws -> [String]
}
