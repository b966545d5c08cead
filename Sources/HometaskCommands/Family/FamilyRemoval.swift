// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskReplica

/// Removing a device's copy of a family: the repository and the documents it holds, and nothing else.
///
/// Links are never followed. What does not belong to the family stays, and so do the folders it is in.
struct FamilyRemoval {
    private let folder: String
    private let isBare: Bool

    /// What a bare repository's folder holds.
    private static let repositoryNames: Set<String> = [
        "HEAD", "config", "description", "hooks", "info", "objects", "refs", "logs", "packed-refs", "branches",
        "hometask", "index", "FETCH_HEAD", "ORIG_HEAD", "COMMIT_EDITMSG", "shallow", "gc.log", "gc.pid", "worktrees",
        "config.lock", "HEAD.lock", "packed-refs.lock", "index.lock",
    ]

    /// The removal of a replica.
    ///
    /// - Throws: `ReplicaError` where its git directory lies elsewhere, so that removing the folder would not be enough
    ///   and removing the git directory might take more than this family.
    init(_ replica: any Replica) throws {
        folder = replica.folder
        isBare = replica.isBare
        guard isBare || FolderRemoval.isFolder(folder + "/.git") else {
            throw ReplicaError(
                .unsettled, "the git directory of \(folder) lies elsewhere, so it is not removed",
                hint: "It is a worktree or submodule of another repository: use 'git worktree remove'.")
        }
    }

    /// The files of a version that are the family's.
    static func documents(in reader: any DocumentReader) throws -> [String] {
        let kinds: [DocumentKind] = [.member, .category, .task, .pin, .note, .photo, .view, .device]
        return try ["family.json", ".gitattributes"] + kinds.flatMap { try reader.paths(of: $0).map(\.text) }
    }

    /// Removes the repository and the documents.
    ///
    /// - Returns: what was kept, by path.
    func remove(_ documents: [String]) throws -> [String] {
        if isBare {
            for name in FolderRemoval.names(in: folder) where Self.repositoryNames.contains(name) {
                try FolderRemoval.removeEntry(name, of: folder)
            }
        } else {
            for document in documents { try FolderRemoval.removeFile(document, below: folder) }
            try FolderRemoval.removeEntry(".git", of: folder)
        }
        let kept = FolderRemoval.files(below: folder)
        if kept.isEmpty { rmdir(folder) }
        return kept
    }
}
