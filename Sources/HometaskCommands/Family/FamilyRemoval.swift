// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskReplica

/// Removes a device's copy of a family: the repository and its documents, and nothing else.
///
/// Links are never followed. Files that do not belong to the family are kept, and so are the folders that contain them.
///
/// The first step removes the repository with a single rename, so that no command mistakes the removed documents for
/// deletions if the removal is interrupted. Leaving the family again removes the rest.
struct FamilyRemoval {
    private let folder: String
    private let isBare: Bool

    /// The names of the files in a bare repository's folder.
    private static let repositoryNames: Set<String> = [
        "HEAD", "config", "description", "hooks", "info", "objects", "refs", "logs", "packed-refs", "branches",
        "hometask", "index", "FETCH_HEAD", "ORIG_HEAD", "COMMIT_EDITMSG", "shallow", "gc.log", "gc.pid", "worktrees",
        "config.lock", "HEAD.lock", "packed-refs.lock", "index.lock",
    ]

    /// Prepares the removal of a repository.
    ///
    /// - Throws: `ReplicaError` if its git directory is outside the folder: removing the folder would not be enough,
    ///   and removing the git directory might remove more than this family.
    init(_ repository: any RepositoryFolder) throws {
        folder = repository.folder
        isBare = repository.isBare
        guard isBare || FolderRemoval.isFolder(folder + "/.git") else {
            throw ReplicaError(
                .unsettled, "\(folder) was not removed, because its git directory is somewhere else",
                hint: "It is a worktree or submodule of another repository: use 'git worktree remove'.")
        }
    }

    /// Finds an interrupted removal in a folder; nil if there is none.
    init?(cutShortIn folder: String) {
        guard FolderRemoval.exists("\(folder)/\(Self.remains)"),
            !FolderRemoval.exists(folder + "/.git"), !FolderRemoval.exists(folder + "/HEAD")
        else { return nil }
        self.folder = folder
        isBare = !FolderRemoval.isFolder("\(folder)/\(Self.remains)")
    }

    /// The name of the git directory, or of a bare repository's HEAD, during the removal.
    private static let remains = ".hometask-left"

    /// The name of the local data that lists the documents to remove.
    private static let listName = "leaving"

    /// Returns the family's own files in a version.
    static func documents(in reader: DocumentReader) throws -> [String] {
        let kinds = DocumentKind.known.filter { $0 != .family }
        return try ["family.json", ".gitattributes"] + kinds.flatMap { try reader.paths(of: $0).map(\.text) }
    }

    /// Removes the repository and the documents.
    ///
    /// - Returns: the paths of the kept files.
    func remove(_ documents: [String], listingIn storage: any DeviceStorage) async throws -> [String] {
        try await storage.setLocalData(Self.listName, isBare ? nil : Array(documents.joined(separator: "\n").utf8))
        let first = folder + (isBare ? "/HEAD" : "/.git")
        guard rename(first, "\(folder)/\(Self.remains)") == 0 else { throw FolderRemoval.failure(first) }
        return try finish()
    }

    /// Removes the remaining files once the folder is no longer a repository.
    ///
    /// - Returns: the paths of the kept files.
    func finish() throws -> [String] {
        if isBare {
            for name in FolderRemoval.names(in: folder) where Self.repositoryNames.contains(name) {
                try FolderRemoval.removeEntry(name, of: folder)
            }
        } else {
            let list = try TextFile.read("\(folder)/\(Self.remains)/hometask/local-\(Self.listName)") ?? []
            for document in String(decoding: list, as: UTF8.self).split(separator: "\n") {
                guard !document.split(separator: "/").contains("..") else { continue }
                try FolderRemoval.removeFile(String(document), below: folder)
            }
        }
        try FolderRemoval.removeEntry(Self.remains, of: folder)
        let kept = FolderRemoval.files(below: folder)
        if kept.isEmpty { rmdir(folder) }
        return kept
    }
}
