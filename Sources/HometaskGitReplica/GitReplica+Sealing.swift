// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

extension GitReplica {
    /// The branch with a tip that hometask made: a commit of another tool that is its tip gets its seal first.
    ///
    /// Whatever is written builds on this, and so on files that say what they mean.
    func sealedBranch() throws -> (name: String, tip: ObjectID?) {
        for attempt in 0..<Self.attempts {
            let branch = try writableBranch()
            guard let tip = branch.tip, try isForeign(tip) else { return branch }
            let seal = try sealed(tip)
            if try publish(seal, on: branch, as: currentIdentity(branch)) { followPublished() } else { pause(attempt) }
        }
        throw ReplicaError(
            .busy, "other programs changed the family \(Self.attempts) times in a row while their commits were read",
            hint: "Nothing was changed; run the command again.")
    }

    /// Whether another tool made a commit.
    func isForeign(_ commit: ObjectID) throws -> Bool {
        do throws(GitError) {
            return try !CommitTrailer.isIntact(store.repository.readCommit(commit))
        } catch {
            throw error.replicaError(subject: "commit \(commit.description.prefix(8))")
        }
    }

    /// The commit to go on from: a head that hometask made is its own, one of another tool has a seal.
    ///
    /// The seal is a commit on top of the head, with the files as ``Sealing`` reads them. It follows from the head
    /// alone, down to its date, so that every device makes the same one.
    func sealed(_ head: ObjectID) throws -> ObjectID { try seal(of: head).commit }

    /// The same, and what was in the way of documents there.
    func seal(of head: ObjectID) throws -> (commit: ObjectID, obstacles: [SkippedDocument]) {
        do {
            let commit = try store.repository.readCommit(head)
            if CommitTrailer.isIntact(commit) { return (head, []) }
            try store.checkHistory()
            var sealing = try Sealing(store, commit)
            let tree = try sealing.tree()
            let signature = Signature(
                name: "hometask", email: "hometask@localhost", seconds: commit.committer.seconds)
            let seal = try writeCommit(
                tree: tree, parents: [head], author: signature, committer: signature,
                message: "Took in what was committed without hometask")
            let reason = "a folder of documents belongs there, which was kept"
            return (seal, sealing.obstacles.sorted().map { SkippedDocument(path: $0, reason: reason) })
        } catch let error as GitError {
            throw error.replicaError(subject: "what was committed without hometask")
        }
    }
}
