// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Merges the remotes' commits into the branch.
struct BranchMerger {
    let store: FamilyStore
    let branch: FamilyBranch

    private var families: FamilyCheck { FamilyCheck(store: store) }

    /// Merges heads into the branch. Does nothing if the branch contains them already, fast-forwards if one of them
    /// contains all the others, and makes one merge commit otherwise. Commits of other tools are sealed first, on every
    /// side.
    func merge(_ heads: [ObjectID]) throws -> MergeResult {
        try Contention.retrying(or: Contention.familyChanged("during the merge")) { try attempt(heads) }
    }

    /// - Returns: nil if the branch has moved in the meantime; nothing is changed then.
    private func attempt(_ heads: [ObjectID]) throws -> MergeResult? {
        let ours = try branch.writable()
        let identity = try branch.identities.current(on: ours)
        for head in heads { try families.require(head, ours.tip ?? (head == heads[0] ? nil : heads[0])) }
        let newest = try newest(of: heads, and: ours.tip)
        if newest == ours.tip.map({ [$0] }) { return MergeResult(commit: newest[0]) }
        var result = try union(of: newest, onto: ours.tip)
        if let ours = ours.tip {
            // A merge with our head keeps all of its documents.
            if !newest.contains(ours) { result = try puttingBack(result, since: ours) }
            result.skipped += try damage(in: result, since: ours)
        }
        guard try branch.publish(result.commit, on: ours, as: identity) else { return nil }
        if result.forks.contains(where: { $0.actors.contains(identity.actor) }) {
            try branch.identities.drawActor(after: identity)
        }
        try ForkLog(local: store.local).append(result.forks)
        branch.follower.followPublished()
        return result
    }

    /// Returns the heads that are not in the history of another: ours first, then by id.
    private func newest(of heads: [ObjectID], and ours: ObjectID?) throws -> [ObjectID] {
        let all = Set(heads).subtracting([ours].compactMap(\.self)).sorted()
        let ordered = [ours].compactMap(\.self) + all
        return try ordered.filter { head in
            try !ordered.contains { try $0 != head && store.repository.commits.isAncestor(head, of: $0) }
        }
    }

    /// Returns a commit that contains all heads, none of which contains another.
    private func union(of heads: [ObjectID], onto ours: ObjectID?) throws -> MergeResult {
        let others = heads.filter { $0 != ours }
        // A merge of hometask's own commits walks the same trees, and detects the same problems.
        for head in others where try heads.count == 1 || branch.sealer.isForeign(head) {
            try checkTree(of: head, from: ours)
        }
        let seals = try others.map { try branch.sealer.seal(of: $0) }
        let own = try heads.filter { $0 == ours }.map { try branch.sealer.sealed($0) }
        let all = own + seals.map(\.commit)
        var result = all.count == 1 ? MergeResult(commit: all[0]) : try join(all, ours: own.first)
        result.skipped += seals.flatMap(\.obstacles)
        return result
    }

    /// Returns the documents in a merge result that cannot be read and that the merge has not reported.
    private func damage(in result: MergeResult, since ours: ObjectID) throws -> [SkippedDocument] {
        guard let tree = try store.tree(of: result.commit), let old = try store.tree(of: ours) else { return [] }
        let told = Set(result.skipped.map(\.path))
        let brought = try result.taken ?? DocumentDamage(store: store).changedPaths(from: old, to: tree)
        return try DocumentDamage(store: store).find(at: brought.filter { !told.contains($0) }, in: tree)
    }

    /// Restores documents of our head that are missing from the result of a merge but not deleted.
    private func puttingBack(_ result: MergeResult, since ours: ObjectID) throws -> MergeResult {
        do {
            let (old, new) = (try store.tree(of: ours), try store.tree(of: result.commit))
            let removed = try RemovedDocuments(store, from: old, to: new, otherwise: nil)
            // A file that cannot be read may be removed for good.
            let kept = try removed.entries.filter { try store.storedDocument(at: $0.path, in: old)?.fault == nil }
            guard let tree = new, let first = kept.first else { return result }
            let room = try store.makingRoom(for: kept.map(\.path), in: tree)
            let whole = try store.writeTree(room, kept.map { .entry($0.path, $0.entry.id, $0.entry.mode) })
            var result = result
            result.commit = try store.writeMergeCommit(whole, of: [ours, result.commit])
            let others = kept.count == 1 ? "" : "and \(kept.count - 1) more: "
            result.skipped.append(
                SkippedDocument(
                    path: first.path,
                    reason: "\(others)a commit removed the file without deleting the document, which was kept"))
            return result
        } catch let error as GitError {
            throw error.replicaError(subject: "the merge")
        }
    }

    /// Merges heads into one commit, one after another, in an order that is the same on every device. The order within
    /// a pair makes no difference, except that the report refers to our head as this side.
    private func join(_ heads: [ObjectID], ours: ObjectID?) throws -> MergeResult {
        try store.checkHistory()
        let order = heads.count == 2 ? heads : heads.sorted()
        do {
            var result = MergeResult(commit: order[0])
            var tree = try store.repository.commits.tree(of: order[0])
            for (place, head) in order.enumerated().dropFirst() {
                tree = try join(head, into: tree, of: Array(order[..<place]), result: &result)
            }
            if heads.count > 2 {
                result.taken = nil
                result.conflicted = try newConflicts(at: result.conflicted, in: tree, since: ours)
            }
            result.commit = try store.writeMergeCommit(tree, of: heads)
            return result
        } catch let error as GitError {
            throw error.replicaError(subject: "the merge")
        }
    }

    /// Merges a head into the tree of the heads that are already merged.
    private func join(
        _ head: ObjectID, into tree: ObjectID, of others: [ObjectID], result: inout MergeResult
    ) throws -> ObjectID {
        let bases = try store.repository.commits.mergeBases(head, others)
        let base = bases.count == 1 ? try store.repository.commits.tree(of: bases[0]) : nil
        let sealedBases = try bases.map { try store.repository.commits.tree(of: branch.sealer.sealed($0)) }
        let search = ForkSearch(store, bases: bases, trees: sealedBases, ours: others, theirs: [head])
        var join = TreeJoin(store, base: base, search: search)
        let changes = try join.changes(tree, store.repository.commits.tree(of: head))
        result.joined += join.joined
        result.changedApart += join.changedApart
        result.conflicted += join.conflicted
        result.skipped += join.skipped
        result.forks += join.forks
        result.taken = changes.compactMap(\.takenPath)
        return try store.writeTree(tree, changes)
    }

    /// Returns the documents in a list whose conflicts differ from those in our head.
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

    /// Rejects a head whose tree later commands could not process: folders nested too deeply, or far too many files.
    private func checkTree(of theirs: ObjectID, from ours: ObjectID?) throws {
        let (old, new) = (try store.tree(of: ours), try store.tree(of: theirs))
        do throws(GitError) {
            try store.repository.trees.changes(from: old, to: new) { _ throws(GitError) in true }
        } catch {
            guard [.corrupt, .wrongType, .tooLarge, .invalid].contains(error.code) else {
                throw error.replicaError(subject: "the remote's newest version")
            }
            throw ReplicaError(
                .damaged, "the contents of the remote cannot be accepted: \(error.detail)",
                hint: "Nothing was changed. 'git log --stat \(theirs)' shows who put it there.")
        }
    }
}

/// The result of merging a head into the branch.
struct MergeResult {
    var commit: ObjectID
    /// The documents that differed and were joined.
    var joined: [DocumentPath] = []
    /// The joined documents that both sides had changed since their last common commit.
    var changedApart: [DocumentPath] = []
    var conflicted: [DocumentPath] = []
    var skipped: [SkippedDocument] = []
    var forks: [ForkedDocument] = []
    /// The paths that were taken over from the other side; nil if everything was.
    var taken: [String]?
}
