// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Seals commits of other tools, so that everything built on them has complete stamps.
struct CommitSealer {
    let store: FamilyStore

    /// Returns whether another tool made a commit.
    func isForeign(_ commit: ObjectID) throws -> Bool {
        do throws(GitError) {
            return try !CommitTrailer.isIntact(store.repository.commits.read(commit))
        } catch {
            throw error.replicaError(subject: "commit \(commit.description.prefix(8))")
        }
    }

    /// Returns the last commit of hometask's own before a commit, along the first parents; nil if there is none.
    func origin(of commit: ObjectID) throws -> ObjectID? {
        do throws(GitError) {
            var next: ObjectID? = commit
            while let id = next {
                let commit = try store.repository.commits.read(id)
                if CommitTrailer.isIntact(commit) { return id }
                next = commit.parents.first
            }
            return nil
        } catch {
            throw error.replicaError(subject: "commit \(commit.description.prefix(8))")
        }
    }

    /// Returns the commit to continue from: a head of hometask's own unchanged, a head of another tool sealed.
    ///
    /// The seal is a commit on top of the head, with the files as ``Sealing`` reads them. If a foreign commit removed
    /// something from an untouched occurrence of a series, a second commit marks it as touched. Both depend only on the
    /// head, including its date, so they are identical on every device.
    func sealed(_ head: ObjectID) throws -> ObjectID { try seal(of: head).commit }

    /// Returns the commit to continue from, and the obstacles at the paths of documents.
    func seal(of head: ObjectID) throws -> (commit: ObjectID, obstacles: [SkippedDocument]) {
        do {
            let commit = try store.repository.commits.read(head)
            if CommitTrailer.isIntact(commit) { return (head, []) }
            try store.checkHistory()
            var sealing = try Sealing(store, commit)
            let tree = try sealing.tree()
            let seal = try marking(
                sealing.unmarked, in: tree, at: commit.committer.seconds,
                on: store.writeCommit(
                    tree: tree, parents: [head], author: .hometask(at: commit.committer.seconds),
                    message: "Took in what was committed without hometask"))
            let reason = "a folder of documents belongs there, which was kept"
            return (seal, sealing.obstacles.sorted().map { SkippedDocument(path: $0, reason: reason) })
        } catch let error as GitError {
            throw error.replicaError(subject: "the commits made without hometask")
        }
    }

    /// Marks occurrences of series as touched, each by the actor of the commit that changed it.
    ///
    /// - Returns: the commit in which they are marked; the seal if there is nothing to mark.
    private func marking(
        _ occurrences: [String: Author], in tree: ObjectID, at seconds: Int64, on seal: ObjectID
    ) throws -> ObjectID {
        var changes: [FileChange] = []
        for (path, author) in occurrences.sorted(by: { $0.key < $1.key }) {
            guard let file = try store.writtenFile(at: path, in: tree), var document = try? Document(decoding: file)
            else { continue }
            let before = document
            document.markAsTouched(by: author)
            if document != before { changes.append(.content(path, document.encoded())) }
        }
        if changes.isEmpty { return seal }
        return try store.writeCommit(
            tree: store.writeTree(tree, changes), parents: [seal], author: .hometask(at: seconds),
            message: "Marked what was removed without hometask")
    }
}
