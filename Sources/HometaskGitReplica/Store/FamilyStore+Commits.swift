// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

extension FamilyStore {
    /// Writes a commit with the trailer that distinguishes it from other tools' commits; moves no branch.
    func writeCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, message: String
    ) throws -> ObjectID {
        try repository.commits.writeCommit(
            tree: tree, parents: parents, author: author, committer: author,
            message: CommitTrailer.sealing(message, tree: tree, parents: parents, format: Document.format))
    }

    /// Writes a merge commit. For given heads and tree it is the same on every device: parents in order, a fixed
    /// author, the latest parent's date, UTC, a fixed message.
    func writeMergeCommit(_ tree: ObjectID, of heads: [ObjectID]) throws -> ObjectID {
        let parents = heads.sorted()
        let seconds = try parents.map { try repository.commits.read($0).committer.seconds }.max() ?? 0
        return try writeCommit(
            tree: tree, parents: parents, author: .hometask(at: seconds), message: HistoryEntry.mergeSubject)
    }

    /// Returns the tasks that a commit changed in relation to its first parent, which is returned too; nil if it was
    /// made before a time.
    func tasks(
        changedBy id: ObjectID, notBefore time: Timestamp
    ) throws(GitError) -> (paths: [DocumentPath], parent: ObjectID?)? {
        let commit = try repository.commits.read(id)
        guard commit.committer.seconds >= time.seconds else { return nil }
        let parent = commit.parents.first
        var old: ObjectID?
        if let parent { old = try repository.commits.read(parent).tree }
        let changed = try repository.trees.changes(from: old, to: commit.tree)
        return (changed.compactMap { DocumentPath(text: $0.path) }.filter { $0.kind == .task }, parent)
    }
}
