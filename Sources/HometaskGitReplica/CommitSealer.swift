// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Seals commits of other tools, so that everything built on them has complete stamps.
struct CommitSealer {
    let store: FamilyStore

    /// Whether another tool made a commit.
    func isForeign(_ commit: ObjectID) throws -> Bool {
        do throws(GitError) {
            return try !CommitTrailer.isIntact(store.repository.commits.read(commit))
        } catch {
            throw error.replicaError(subject: "commit \(commit.description.prefix(8))")
        }
    }

    /// The commit to continue from: a head of hometask's own is returned as it is, one of another tool is sealed.
    ///
    /// The seal is a commit on top of the head, with the files as ``Sealing`` reads them. It depends only on the head,
    /// including its date, so every device makes the same seal.
    func sealed(_ head: ObjectID) throws -> ObjectID { try seal(of: head).commit }

    /// The same, with the obstacles at the paths of documents.
    func seal(of head: ObjectID) throws -> (commit: ObjectID, obstacles: [SkippedDocument]) {
        do {
            let commit = try store.repository.commits.read(head)
            if CommitTrailer.isIntact(commit) { return (head, []) }
            try store.checkHistory()
            var sealing = try Sealing(store, commit)
            let seal = try store.writeCommit(
                tree: sealing.tree(), parents: [head], author: .hometask(at: commit.committer.seconds),
                message: "Took in what was committed without hometask")
            let reason = "a folder of documents belongs there, which was kept"
            return (seal, sealing.obstacles.sorted().map { SkippedDocument(path: $0, reason: reason) })
        } catch let error as GitError {
            throw error.replicaError(subject: "the commits made without hometask")
        }
    }
}
