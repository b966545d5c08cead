// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// What merging a head into the branch came to.
struct MergeResult {
    var commit: ObjectID
    /// The documents that differed and were joined.
    var joined: [DocumentPath] = []
    /// Those of them that each side had changed since the two met last.
    var changedApart: [DocumentPath] = []
    var conflicted: [DocumentPath] = []
    var skipped: [SkippedDocument] = []
    var forks: [ForkedDocument] = []
    /// The paths at which it took over what the other side has; nil where it took over all.
    var taken: [String]?
}

extension GitReplica {
    /// Merges heads into the branch: nothing where they are there already, a fast-forward where one has all the others,
    /// one merge commit otherwise. What another tool committed is sealed first, on every side.
    func merge(_ heads: [ObjectID]) throws -> MergeResult {
        for attempt in 0..<Self.attempts {
            let branch = try writableBranch()
            let identity = try currentIdentity(branch)
            for head in heads { try checkFamily(head, branch.tip ?? (head == heads[0] ? nil : heads[0])) }
            let newest = try newest(of: heads, and: branch.tip)
            if newest == branch.tip.map({ [$0] }) { return MergeResult(commit: newest[0]) }
            var result = try union(of: newest, onto: branch.tip)
            if let ours = branch.tip {
                // A join with our head keeps every document of it.
                if !newest.contains(ours) { result = try puttingBack(result, since: ours) }
                result.skipped += try damage(in: result, since: ours)
            }
            if try publish(result.commit, on: branch, as: identity) {
                if result.forks.contains(where: { $0.actors.contains(identity.actor) }) {
                    try drawActor(after: identity)
                }
                try remember(result.forks)
                followPublished()
                return result
            }
            pause(attempt)
        }
        throw ReplicaError(
            .busy, "other programs changed the family \(Self.attempts) times in a row during the merge",
            hint: "Nothing was changed; run the command again.")
    }

    /// Those of some heads that no other has in its history: ours first, then by id.
    private func newest(of heads: [ObjectID], and ours: ObjectID?) throws -> [ObjectID] {
        let all = Set(heads).subtracting([ours].compactMap(\.self)).sorted()
        let ordered = [ours].compactMap(\.self) + all
        return try ordered.filter { head in
            try !ordered.contains { try $0 != head && store.repository.isAncestor(head, of: $0) }
        }
    }

    /// The commit that has all that some heads have, of which none has another.
    private func union(of heads: [ObjectID], onto ours: ObjectID?) throws -> MergeResult {
        let others = heads.filter { $0 != ours }
        // A merge of hometask's own commits walks the same trees, and finds the same.
        for head in others where try heads.count == 1 || isForeign(head) { try checkTree(of: head, from: ours) }
        let seals = try others.map { try seal(of: $0) }
        let own = try heads.filter { $0 == ours }.map { try sealed($0) }
        let all = own + seals.map(\.commit)
        var result = all.count == 1 ? MergeResult(commit: all[0]) : try join(all, ours: own.first)
        result.skipped += seals.flatMap(\.obstacles)
        return result
    }

    /// What a merge brings that cannot be read, and that the merge has not told of.
    private func damage(in result: MergeResult, since ours: ObjectID) throws -> [SkippedDocument] {
        guard let tree = try store.tree(of: result.commit), let old = try store.tree(of: ours) else { return [] }
        let told = Set(result.skipped.map(\.path))
        let brought = try result.taken ?? changedPaths(from: old, to: tree)
        return try damage(at: brought.filter { !told.contains($0) }, in: tree)
    }

    /// The commit that joins heads. They are joined one after the other, in an order that is the same on every device;
    /// of two, which comes first makes no difference, and the report speaks of ours as this side.
    private func join(_ heads: [ObjectID], ours: ObjectID?) throws -> MergeResult {
        try store.checkHistory()
        let order = heads.count == 2 ? heads : heads.sorted()
        do {
            var result = MergeResult(commit: order[0])
            var tree = try store.repository.tree(of: order[0])
            for (place, head) in order.enumerated().dropFirst() {
                tree = try join(head, into: tree, of: Array(order[..<place]), &result)
            }
            if heads.count > 2 {
                result.taken = nil
                result.conflicted = try newConflicts(at: result.conflicted, in: tree, since: ours)
            }
            result.commit = try writeMergeCommit(tree, heads.sorted())
            return result
        } catch let error as GitError {
            throw error.replicaError(subject: "the merge")
        }
    }

    /// Joins a head into the tree that others have come to.
    private func join(
        _ head: ObjectID, into tree: ObjectID, of others: [ObjectID], _ result: inout MergeResult
    ) throws -> ObjectID {
        let bases = try store.repository.mergeBases(head, others)
        let base = bases.count == 1 ? try store.repository.tree(of: bases[0]) : nil
        let sealedBases = try bases.map { try store.repository.tree(of: sealed($0)) }
        let search = ForkSearch(store, bases: bases, trees: sealedBases, ours: others, theirs: [head])
        var join = TreeJoin(store, base: base, search: search)
        let changes = try join.changes(tree, store.repository.tree(of: head))
        result.joined += join.joined
        result.changedApart += join.changedApart
        result.conflicted += join.conflicted
        result.skipped += join.skipped
        result.forks += join.forks
        result.taken = changes.compactMap(\.takenPath)
        return try store.writeTree(tree, changes)
    }

    /// Those of some documents that have other conflicts than in our head.
    private func newConflicts(
        at paths: [DocumentPath], in tree: ObjectID, since ours: ObjectID?
    ) throws -> [DocumentPath] {
        let before = GitReader(store, tree: try store.tree(of: ours), workTree: nil)
        let after = GitReader(store, tree: tree, workTree: nil)
        return try Set(paths).sorted { $0.text < $1.text }.filter { path in
            let conflicts = try after.document(at: path)?.conflicts ?? []
            let old = try? before.document(at: path)
            return !conflicts.isEmpty && conflicts != old?.conflicts
        }
    }

    /// The merge commit of given heads and tree is the same wherever it is made: parents in order, a fixed author, the
    /// latest parent's date, UTC, a fixed message.
    func writeMergeCommit(_ tree: ObjectID, _ parents: [ObjectID]) throws -> ObjectID {
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
            guard [.corrupt, .wrongType, .tooLarge, .invalid].contains(error.code) else {
                throw error.replicaError(subject: "the remote's newest version")
            }
            throw ReplicaError(
                .damaged, "the contents of the remote cannot be accepted: \(error.detail)",
                hint: "Nothing was changed. 'git log --stat \(theirs)' shows who put it there.")
        }
    }

    /// Refuses a head of another family, or of no family. A head whose `family.json` somebody damaged or removed is
    /// still this family's where the two have commits in common.
    func checkFamily(_ theirs: ObjectID, _ ours: ObjectID?, of remote: Remote? = nil) throws {
        let name = remote.map { "the remote ‘\($0.name)’" } ?? "the remote"
        let other = try family(at: theirs)
        guard let other else {
            if let ours, try haveCommonCommits(ours, theirs) { return }
            throw ReplicaError(
                .foreignRepository, "\(name) holds no family: it has commits, but no readable family.json",
                hint: "Check the remote's URL with \(.listRemotes).")
        }
        if let ours, let own = try family(at: ours), own.id != other.id {
            throw ReplicaError(
                .foreignRepository, "\(name) belongs to another family, ‘\(other.name)’; this is ‘\(own.name)’",
                hint: "Nothing was changed. Set the right URL with \(.setRemote("origin")).")
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
        let reader = GitReader(store, tree: try store.tree(of: commit), workTree: nil, commit: commit)
        return try reader.bytes(at: .family).flatMap { bytes in
            (try? JSON.parse(bytes))?.objectValue.flatMap { FamilyRecord($0) }
        }
    }
}
