// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

extension GitReplica {
    /// Refuses a remote that lacks the family's branch and has others that are not known as the family's: what was
    /// pushed there would stand in somebody else's repository.
    ///
    /// Nothing is fetched for it. A branch is the family's where its commit is here already.
    func refuseOtherContent(of exchange: RemoteExchange, lacking branch: String) async throws {
        let references = try await exchange.references()
        let branches = references.filter { $0.name.hasPrefix("refs/heads/") && !PhotoPlace.holdsPhotos($0.name) }
        // Annotated tags are not commits, so beside branches they say nothing.
        let found = branches.isEmpty ? references.filter { $0.name.hasPrefix("refs/tags/") } : branches
        guard let other = try found.first(where: { try !isOfThisFamily($0.id) }) else { return }
        let name = Self.shortName(other.name)
        throw ReplicaError(
            .foreignRepository,
            "the remote ‘\(exchange.remote.name)’ holds something else than this family: it has ‘\(name)’, and no branch "
                + "‘\(Self.shortName(branch))’",
            hint: "Nothing was sent. Give the family a repository of its own: 'hometask remote set "
                + "\(exchange.remote.name) URL'. If ‘\(name)’ is the family's, make it known here with "
                + "'git fetch \(exchange.remote.name)' first.")
    }

    private func isOfThisFamily(_ commit: ObjectID) throws -> Bool {
        guard let tip = try store.branch().tip, let own = try family(at: tip), store.repository.contains(commit)
        else { return false }
        return (try? family(at: commit))?.id == own.id
    }
}
