// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Checks whether commits are this family's, so that two families are never merged or pushed into each other.
struct FamilyCheck {
    let store: FamilyStore

    /// Rejects a head of another family, or of no family. A head whose `family.json` was damaged or removed is still
    /// this family's if the two histories have commits in common.
    func require(_ theirs: ObjectID, _ ours: ObjectID?, of remote: Remote? = nil) throws {
        let name = remote.map { "the remote ‘\($0.name)’" } ?? "the remote"
        let other = try family(at: theirs)
        guard let other else {
            if let ours, try haveCommonCommits(ours, theirs) { return }
            throw ReplicaError(
                .foreignRepository, "\(name) holds no family: it has commits, but no readable family.json",
                hint: "Check the remote's URL with \(.listRemotes).")
        }
        if let ours, let own = try family(at: ours), own.id != other.id {
            if try haveCommonCommits(ours, theirs) {
                throw ReplicaError(
                    .foreignRepository, "\(name) has this family's history, but another id in its family.json",
                    hint: "Nothing was changed. Somebody changed the id with git, here or there: "
                        + "'git log -p \(ours) \(theirs) -- family.json' shows who. "
                        + "Take that commit back with 'git revert', and send the revert with 'git push'.")
            }
            throw ReplicaError(
                .foreignRepository, "\(name) belongs to another family, ‘\(other.name)’; this is ‘\(own.name)’",
                hint: "Nothing was changed. Set the right URL with \(.setRemote("origin")).")
        }
    }

    private func haveCommonCommits(_ ours: ObjectID, _ theirs: ObjectID) throws -> Bool {
        do {
            return try !store.repository.commits.mergeBases(ours, theirs).isEmpty
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

    /// Rejects a remote with a branch that is not this family's. Fetches nothing: a branch is the family's if its
    /// commit is already here.
    func refuseOtherContent(
        among references: [RemoteListing.Reference], at remote: Remote, lacking branch: String
    ) throws {
        let branches = references.filter { $0.name.hasPrefix("refs/heads/") && !PhotoPlace.holdsPhotos($0.name) }
        // Annotated tags are not commits, so they are not considered if there are branches.
        let found = branches.isEmpty ? references.filter { $0.name.hasPrefix("refs/tags/") } : branches
        guard let other = try found.first(where: { try !isOfThisFamily($0.id) }) else { return }
        let name = BranchName.short(other.name)
        throw ReplicaError(
            .foreignRepository,
            "the remote ‘\(remote.name)’ does not hold this family: it has ‘\(name)’, but no branch "
                + "‘\(BranchName.short(branch))’",
            hint: "Nothing was sent. Give the family a repository of its own: \(.setRemote(remote.name)). "
                + "If ‘\(name)’ is the family's, make it known here with "
                + "'git fetch \(remote.name)' first.")
    }

    /// Returns whether a commit is here and has this family's id.
    func isOfThisFamily(_ commit: ObjectID) throws -> Bool {
        guard let tip = try store.branch().tip, let own = try family(at: tip), store.repository.contains(commit)
        else { return false }
        return (try? family(at: commit))?.id == own.id
    }
}
