// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

extension GitReplica {
    /// Asks a remote that had no branch for the family for all that it has, and fetches the branch again where it is
    /// there after all: somebody pushed it in between.
    ///
    /// - Throws: an error where the remote has branches, and not all are known as the family's: what was pushed there
    ///   would stand in somebody else's repository.
    func fetchAgain(_ branch: String, into tracking: String, from exchange: inout RemoteExchange) async throws {
        let references = try await exchange.references()
        guard references.contains(where: { $0.name == branch }) else {
            return try refuseOtherContent(among: references, at: exchange.remote, lacking: branch)
        }
        try await exchange.fetch(branch, into: tracking)
        if exchange.tip != nil { return }
        throw exchange.diskError(.diskFailed, "it lists ‘\(Self.shortName(branch))’ but does not send it")
    }

    /// Nothing is fetched for it. A branch is the family's where its commit is here already.
    private func refuseOtherContent(
        among references: [RemoteListing.Reference], at remote: Remote, lacking branch: String
    ) throws {
        let branches = references.filter { $0.name.hasPrefix("refs/heads/") && !PhotoPlace.holdsPhotos($0.name) }
        // Annotated tags are not commits, so beside branches they say nothing.
        let found = branches.isEmpty ? references.filter { $0.name.hasPrefix("refs/tags/") } : branches
        guard let other = try found.first(where: { try !isOfThisFamily($0.id) }) else { return }
        let name = Self.shortName(other.name)
        throw ReplicaError(
            .foreignRepository,
            "the remote ‘\(remote.name)’ does not hold this family: it has ‘\(name)’, but no branch "
                + "‘\(Self.shortName(branch))’",
            hint: "Nothing was sent. Give the family a repository of its own: \(.setRemote(remote.name)). "
                + "If ‘\(name)’ is the family's, make it known here with "
                + "'git fetch \(remote.name)' first.")
    }

    private func isOfThisFamily(_ commit: ObjectID) throws -> Bool {
        guard let tip = try store.branch().tip, let own = try family(at: tip), store.repository.contains(commit)
        else { return false }
        return (try? family(at: commit))?.id == own.id
    }
}
