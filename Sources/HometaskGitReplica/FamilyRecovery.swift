// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// The family's own document where a commit lacks it: somebody removed `family.json` with git, or reverted the commit
/// that made it. It is read from the history then.
extension FamilyStore {
    /// How many commits are searched: more than people make without noticing.
    private static let longest = 50_000
    /// How many are where nothing in the tree looks like a family's, which it hardly is then.
    private static let shortest = 1_000

    /// The family's document as a commit has it, or as the nearest one before it has that holds a readable one.
    ///
    /// - Returns: nil where none does.
    func familyEntry(at commit: ObjectID) throws -> TreeEntry? {
        do {
            if let entry = try repository.entry(at: DocumentPath.family.text, in: repository.tree(of: commit)),
                entry.mode.isFile
            {
                return entry
            }
            if let known = familyEntries[commit] { return known }
            let found = try earlierFamilyEntry(before: commit)
            familyEntries[commit] = found
            return found
        } catch {
            throw error.replicaError(subject: "the family's history")
        }
    }

    private func earlierFamilyEntry(before commit: ObjectID) throws(GitError) -> TreeEntry? {
        let top = try repository.readTree(repository.tree(of: commit))
        let isLikely = top.contains { $0.mode == .tree && ["members", "devices"].contains($0.name) }
        let limit = isLikely ? Self.longest : Self.shortest
        var open = [commit]
        var known = Set(open)
        var next = 0
        while next < open.count, next < limit {
            let commit = try repository.readCommit(open[next])
            next += 1
            if let entry = try repository.entry(at: DocumentPath.family.text, in: commit.tree), entry.mode.isFile,
                try isFamily(entry)
            {
                return entry
            }
            open += commit.parents.filter { known.insert($0).inserted }
        }
        return nil
    }

    private func isFamily(_ entry: TreeEntry) throws(GitError) -> Bool {
        let bytes = try repository.readBlob(entry.id, limit: JSONLimits.document.bytes)
        return (try? JSON.parse(bytes))?.objectValue.flatMap { FamilyRecord($0) } != nil
    }
}

extension GitReplica {
    /// What is wrong with the family's own document; nil where nothing is.
    public func familyFault() throws -> String? {
        guard let tip = try store.branch().tip else { return nil }
        let reader = GitReader(store, tree: try store.tree(of: tip), workTree: nil)
        guard let bytes = try reader.bytes(at: .family) else {
            return "family.json was removed by a commit and is read from the history"
        }
        let members = try? MemberScanner(selecting: ["deleted"]).members(of: bytes)
        return members?["deleted"] == nil ? nil : "family.json was removed, but its contents still apply"
    }

    /// What to say of the family's own document where a commit removed it, and the same after it was put back.
    func familyFindings(_ repairs: Bool) throws -> [Finding] {
        guard let fault = try familyFault() else { return [] }
        if repairs, store.repository.state == .clean {
            // The seal of another tool's commit keeps the document, as a deleted one.
            _ = try sealedBranch()
            if try GitReader(store, tree: store.tree(of: store.branch().tip), workTree: nil).bytes(at: .family) == nil {
                _ = try putBack([.family])
            }
            _ = try write(command: nil) { transaction in
                guard try transaction.document(at: .family)?.isDeleted == true else { return }
                try transaction.change(.family) { $0.restore(by: transaction.author) }
                transaction.tell("put family.json back")
            }
            if try familyFault() == nil { return [Finding(.mended, "family", "family.json was restored")] }
        }
        return [Finding(.problem, "family", fault, hint: "\(.repair) restores it.")]
    }
}
