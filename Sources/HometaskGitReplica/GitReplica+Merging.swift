// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskReplica

/// What merging a head into the branch came to.
struct MergeResult {
    var commit: ObjectID
    var joined: [DocumentPath] = []
    var conflicted: [DocumentPath] = []
    var skipped: [SkippedDocument] = []
    var forks: [ForkedDocument] = []
    /// The paths at which it took over what the other side has; nil where it took over all.
    var taken: [String]?
}

extension GitReplica {
    /// Merges a head into the branch: nothing where it is there already, a fast-forward where the branch has nothing of
    /// its own, a merge commit otherwise. What another tool committed is sealed first, on either side.
    func merge(_ theirs: ObjectID) throws -> MergeResult {
        for attempt in 0..<Self.attempts {
            let branch = try writableBranch()
            let identity = try currentIdentity(branch)
            guard let ours = branch.tip else {
                try checkFamily(theirs, nil)
                try checkTree(of: theirs, from: nil)
                let seal = try sealed(theirs)
                if try publish(seal, on: branch, as: identity) { return settled(MergeResult(commit: seal)) }
                continue
            }
            if try store.repository.isAncestor(theirs, of: ours) { return MergeResult(commit: ours) }
            try checkFamily(theirs, ours)
            try checkTree(of: theirs, from: ours)
            let seal = try seal(of: theirs)
            var result = MergeResult(commit: seal.commit)
            if try !store.repository.isAncestor(ours, of: theirs) {
                result = try join(sealed(ours), seal.commit)
            }
            result.skipped += seal.obstacles
            result.skipped += try damage(in: result, since: ours)
            if try publish(result.commit, on: branch, as: identity) {
                if result.forks.contains(where: { $0.actors.contains(identity.actor) }) {
                    try drawActor(after: identity)
                }
                try remember(result.forks)
                return settled(result)
            }
            usleep(UInt32.random(in: 0..<(1000 << min(attempt, 6))))
        }
        throw ReplicaError(
            .busy, "other programs changed the family \(Self.attempts) times in a row during the merge",
            hint: "Nothing was changed; run the command again.")
    }

    /// What a merge brings that cannot be read, and that the merge has not told of.
    private func damage(in result: MergeResult, since ours: ObjectID) throws -> [SkippedDocument] {
        guard let tree = try store.tree(of: result.commit), let old = try store.tree(of: ours) else { return [] }
        let told = Set(result.skipped.map(\.path))
        let brought = try result.taken ?? changedPaths(from: old, to: tree)
        return try damage(at: brought.filter { !told.contains($0) }, in: tree)
    }

    private func settled(_ result: MergeResult) -> MergeResult {
        followPublished()
        return result
    }

    private func join(_ ours: ObjectID, _ theirs: ObjectID) throws -> MergeResult {
        try store.checkHistory()
        do {
            let bases = try store.repository.mergeBases(ours, theirs)
            let base = bases.count == 1 ? try store.repository.tree(of: bases[0]) : nil
            let sealedBases = try bases.map { try store.repository.tree(of: sealed($0)) }
            let search = ForkSearch(store, bases: bases, trees: sealedBases, ours: ours, theirs: theirs)
            var join = TreeJoin(store, base: base, search: search)
            let ourTree = try store.repository.tree(of: ours)
            let changes = try join.changes(ourTree, store.repository.tree(of: theirs))
            let tree = try store.writeTree(ourTree, changes)
            let commit = try writeMergeCommit(tree, [ours, theirs].sorted())
            return MergeResult(
                commit: commit, joined: join.joined, conflicted: join.conflicted, skipped: join.skipped,
                forks: join.forks, taken: changes.compactMap(\.takenPath))
        } catch let error as GitError {
            throw error.replicaError(subject: "the merge")
        }
    }

    /// The merge commit of given heads and tree is the same wherever it is made: parents in order, a fixed author, the
    /// latest parent's date, UTC, a fixed message.
    private func writeMergeCommit(_ tree: ObjectID, _ parents: [ObjectID]) throws -> ObjectID {
        let seconds = try parents.map { try store.repository.readCommit($0).committer.seconds }.max() ?? 0
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: seconds)
        return try writeCommit(
            tree: tree, parents: parents, author: signature, committer: signature,
            message: "Joined what several devices did")
    }

    /// Refuses a head whose tree no command could follow afterwards: folders nested too deeply, or far too many files.
    private func checkTree(of theirs: ObjectID, from ours: ObjectID?) throws {
        let (old, new) = (try store.tree(of: ours), try store.tree(of: theirs))
        do throws(GitError) {
            try store.repository.changes(from: old, to: new) { _ throws(GitError) in true }
        } catch {
            throw ReplicaError(
                .damaged, "what the remote holds cannot be taken in: \(error.detail)",
                hint: "Nothing was changed. 'git log --stat \(theirs)' shows who put it there.")
        }
    }

    /// Refuses a head of another family, or of no family. A head whose `family.json` somebody damaged or removed is still
    /// this family's where the two have commits in common.
    func checkFamily(_ theirs: ObjectID, _ ours: ObjectID?) throws {
        let other = try family(at: theirs)
        guard let other else {
            if let ours, try haveCommonCommits(ours, theirs) { return }
            throw ReplicaError(
                .foreignRepository, "the remote holds no family: it has commits, but no readable family.json",
                hint: "Check the remote's URL with 'hometask remote'.")
        }
        if let ours, let own = try family(at: ours), own.id != other.id {
            throw ReplicaError(
                .foreignRepository, "the remote belongs to another family, ‘\(other.name)’; this is ‘\(own.name)’",
                hint: "Nothing was changed. Set the right URL with 'hometask remote set origin URL'.")
        }
    }

    private func haveCommonCommits(_ ours: ObjectID, _ theirs: ObjectID) throws -> Bool {
        do {
            return try !store.repository.mergeBases(ours, theirs).isEmpty
        } catch {
            throw error.replicaError(subject: "the history")
        }
    }

    func family(at commit: ObjectID) throws -> FamilyRecord? {
        let reader = GitReader(store, tree: try store.tree(of: commit), workTree: nil)
        return try reader.bytes(at: .family).flatMap { bytes in
            (try? JSON.parse(bytes))?.objectValue.flatMap { FamilyRecord($0) }
        }
    }
}
