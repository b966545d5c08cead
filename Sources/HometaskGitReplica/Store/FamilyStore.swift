// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit

/// The open repository of a family, shared by the parts of a replica.
///
/// Not thread-safe; owned by one ``ReplicaParts``.
final class FamilyStore {
    let repository: Repository
    /// The git directory, with a trailing slash.
    let gitDirectory: String
    /// The working tree, with a trailing slash; nil in a bare repository.
    let workingDirectory: String?
    /// This device's own data.
    let local: LocalFiles

    /// The documents found in the history for commits without a family's document.
    var familyEntries: [ObjectID: TreeEntry] = [:]

    init(_ repository: Repository) {
        gitDirectory = repository.gitDirectory
        workingDirectory = repository.workingDirectory
        local = LocalFiles(gitDirectory: gitDirectory)
        self.repository = repository
    }

    /// Rereads the object store, which another process may have changed.
    func refresh() throws {
        do throws(GitError) { try repository.refresh() } catch { throw error.replicaError(subject: "the object store") }
    }

    /// Returns the branch that HEAD names, and its tip; nil before the first commit.
    ///
    /// - Throws: `ReplicaError` (`unsettled` on a detached HEAD, `damaged` if HEAD cannot be read).
    func branch() throws -> (name: String, tip: ObjectID?) {
        do {
            switch try repository.references.head() {
            case .branch(let name, let tip): return (name, tip)
            case .unborn(let name): return (name, nil)
            case .detached(let id):
                throw ReplicaError(
                    .unsettled,
                    "a commit is checked out here (\(id.description.prefix(8))) and no branch, so changes would belong to none",
                    hint: "Run 'git switch main' (or the name of your branch) and try again.")
            }
        } catch let error as GitError {
            let problem = error.replicaError(subject: "the name of the current branch")
            guard problem.code == .inputOutput, error.code != .system else { throw problem }
            throw ReplicaError(
                .damaged, "the repository is damaged: its current branch cannot be found: \(error.detail)",
                hint:
                    "'git fsck' shows details. If the branch exists, 'git symbolic-ref HEAD refs/heads/main' repairs it."
            )
        }
    }

    /// Returns the tree of a commit; the empty tree before the first.
    func tree(of commit: ObjectID?) throws -> ObjectID? {
        do {
            guard let commit else { return nil }
            return try repository.commits.tree(of: commit)
        } catch {
            throw error.replicaError(subject: "commit \(commit?.description.prefix(8) ?? "")")
        }
    }

    /// Returns the tree with an id, or the tree of the commit with that id.
    func tree(named id: ObjectID) throws -> ObjectID? {
        do throws(GitError) {
            return try repository.commits.tree(of: id)
        } catch {
            if error.code == .wrongType { return id }
            if error.code == .notFound {
                throw ReplicaError(.notFound, "the version \(id.description.prefix(8)) is not in this repository")
            }
            throw error.replicaError(subject: "the version \(id.description.prefix(8))")
        }
    }
}

extension FamilyStore {
    /// Returns the contents at a path of a tree; nil if there is nothing.
    func storedDocument(at path: String, in tree: ObjectID?) throws -> StoredDocument? {
        do {
            guard let tree, let entry = try repository.trees.entry(at: path, in: tree) else { return nil }
            return try StoredDocument(entry, at: path, in: self)
        } catch {
            throw error.replicaError(subject: path)
        }
    }
}
