// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// The family's own document for a commit that lacks it, because `family.json` was removed with git or the commit that
/// created it was reverted. The document is then read from the history.
extension FamilyStore {
    /// The maximum number of commits to search: more than people make without noticing the problem.
    private static let longest = 50_000
    /// The maximum if nothing in the tree looks like a family's, because then it probably is not one.
    private static let shortest = 1_000

    /// Returns the family's document in a commit, or in the nearest earlier commit that contains a readable one.
    ///
    /// - Returns: nil if there is none.
    func familyEntry(at commit: ObjectID) throws -> TreeEntry? {
        do {
            if let entry = try repository.trees.entry(
                at: DocumentPath.family.text, in: repository.commits.tree(of: commit)),
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
        let top = try repository.trees.entries(of: repository.commits.tree(of: commit))
        let isLikely = top.contains { $0.mode == .tree && ["members", "devices"].contains($0.name) }
        let limit = isLikely ? Self.longest : Self.shortest
        var open = [commit]
        var known = Set(open)
        var next = 0
        while next < open.count, next < limit {
            let commit = try repository.commits.read(open[next])
            next += 1
            if let entry = try repository.trees.entry(at: DocumentPath.family.text, in: commit.tree), entry.mode.isFile,
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
