// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// Finds the branches of this family at remotes. A family is identified by its id, not by the name of its branch: the
/// branch may have been renamed, at the remote or here.
struct FamilyBranches {
    /// The maximum number of branches of a remote that are examined.
    private static let most = 32

    let store: FamilyStore

    private var families: FamilyCheck { FamilyCheck(store: store) }
    private var settings: RemoteSettings { RemoteSettings(store: store) }

    /// Returns the family's branch at a remote that lacks the expected one; nil if there is none.
    ///
    /// - Parameter isKnown: whether the remote had this family before, so that its branches may be fetched to examine
    ///   them. Other remotes may hold anything: there, only branches whose commits are already here are examined.
    /// - Throws: `ReplicaError` (`unsettled`) if the intended branch is ambiguous.
    nonisolated(nonsending) func renamed(
        among listing: RemoteListing, at exchange: RemoteExchange, isKnown: Bool
    ) async throws -> String? {
        let branches = candidates(in: listing, besides: exchange.branch)
        if branches.isEmpty { return nil }
        if isKnown { try await fetch(branches.filter { !store.repository.contains($0.id) }, over: exchange) }
        let own = try branches.filter { try families.isOfThisFamily($0.id) }
        guard let found = try own.count == 1 ? own[0] : choice(of: own, head: listing.head) else {
            if own.isEmpty { return nil }
            throw try severalBranches(own, at: exchange)
        }
        if try !settings.knowsBranch(at: exchange.remote.name),
            let other = try settings.otherBranch(following: found.name, at: exchange.remote.name)
        {
            throw try otherBranchHere(other, found.name, at: exchange.remote)
        }
        return found.name
    }

    /// Returns whether a branch of a remote, as last fetched, is this family's.
    func isKnown(_ remote: Remote) throws -> Bool {
        let known = try store.repository.references.all(under: BranchName.trackingFolder(remote.name))
        return try known.contains { tracking, commit in
            try BranchName.tracked(tracking, at: remote.name).map(BranchName.mayHoldFamily) == true
                && families.isOfThisFamily(commit)
        }
    }

    /// Fetches the other branches of a remote that may be this family's, so that ``others(at:)`` knows them. Branches
    /// that are known not to be the family's are left out.
    nonisolated(nonsending) func fetchOthers(in listing: RemoteListing, over exchange: RemoteExchange) async throws {
        let tip = try store.branch().tip
        let new = try candidates(in: listing, besides: exchange.branch).filter { branch in
            if let tip, store.repository.contains(branch.id),
                try store.repository.commits.isAncestor(branch.id, of: tip)
            {
                return false
            }
            let known = try store.repository.references.target(
                of: BranchName.tracking(exchange.remote.name, branch.name))
            guard let known else { return true }
            return try known != branch.id && families.isOfThisFamily(known)
        }
        try await fetch(new, over: exchange)
    }

    /// Returns the other branches of this family at a remote, as last fetched, that have changes which are not here.
    func others(at remote: Remote) throws -> [OtherBranch] {
        guard let tip = try store.branch().tip else { return [] }
        let synced = try settings.branch(at: remote.name)
        let folder = BranchName.trackingFolder(remote.name)
        return try store.repository.references.all(under: folder).compactMap { tracking, commit in
            guard let branch = BranchName.tracked(tracking, at: remote.name), branch != synced,
                Self.isCandidate(branch), try families.isOfThisFamily(commit)
            else { return nil }
            let missing = try store.repository.commits.aheadBehind(tip, commit).behind
            return missing == 0 ? nil : try other(branch, at: remote, syncing: synced, missing: missing)
        }
    }

    /// Returns the other branches of this family at a remote that is a folder on this machine, with commits that are
    /// not here. They are read there, and not fetched.
    func unfetched(at remote: Remote) throws -> [OtherBranch] {
        guard let tip = try store.branch().tip, let own = try families.family(at: tip),
            let listing = store.repository.remotes.localListing(of: remote.name),
            let path = RemoteURL.localPath(remote.url), let hub = try? FamilyStore(Repository.open(at: path))
        else { return [] }
        let synced = try settings.branch(at: remote.name)
        return try candidates(in: listing, besides: synced).compactMap { branch in
            guard !store.repository.contains(branch.id),
                (try? FamilyCheck(store: hub).family(at: branch.id))?.id == own.id
            else { return nil }
            return try other(branch.name, at: remote, syncing: synced, missing: nil)
        }
    }

    /// Returns a description of another branch.
    private func other(
        _ branch: String, at remote: Remote, syncing synced: String, missing: Int?
    ) throws -> OtherBranch {
        OtherBranch(
            remote: remote.name, name: BranchName.short(branch), synced: BranchName.short(synced), changes: missing,
            command: try settings.followCommand(branch, at: remote.name))
    }

    /// Returns the branches in a listing that may hold the family, the one that HEAD names first.
    private func candidates(in listing: RemoteListing, besides branch: String) -> [RemoteListing.Reference] {
        let all = listing.references.filter { $0.name != branch && Self.isCandidate($0.name) }
        let ordered = all.filter { $0.name == listing.head } + all.filter { $0.name != listing.head }
        return Array(ordered.prefix(Self.most))
    }

    /// Returns whether a branch may hold the family, and its name is safe in a command that a user copies.
    private static func isCandidate(_ branch: String) -> Bool {
        BranchName.mayHoldFamily(branch)
            && branch.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || "0123456789-_./+".unicodeScalars.contains(scalar)
            }
            && !BranchName.short(branch).hasPrefix("-")
    }

    /// Returns the intended one of several branches: the one that the remote's HEAD names, or the one that contains all
    /// others; nil if there is no such branch.
    private func choice(
        of branches: [RemoteListing.Reference], head: String?
    ) throws -> RemoteListing.Reference? {
        try branches.first { $0.name == head }
            ?? branches.first { branch in
                try branches.allSatisfy { try store.repository.commits.isAncestor($0.id, of: branch.id) }
            }
    }

    private nonisolated(nonsending) func fetch(
        _ branches: [RemoteListing.Reference], over exchange: RemoteExchange
    ) async throws {
        if branches.isEmpty { return }
        let refspecs = branches.map { "+\($0.name):\(BranchName.tracking(exchange.remote.name, $0.name))" }
        try await exchange.fetch(refspecs, keepsPack: false)
        try store.refresh()
    }

    private func severalBranches(
        _ branches: [RemoteListing.Reference], at exchange: RemoteExchange
    ) throws -> ReplicaError {
        let remote = exchange.remote
        let names = branches.map { "‘\(BranchName.short($0.name))’" }.joined(separator: ", ")
        let command = try settings.followCommand(branches[0].name, at: remote.name)
        return ReplicaError(
            .unsettled,
            "the remote ‘\(remote.name)’ has no branch ‘\(BranchName.short(exchange.branch))’, but several others of "
                + "this family: \(names)",
            hint: "Nothing was changed. Choose the one to sync with: 'git fetch \(remote.name)' and '\(command)'.")
    }

    private func otherBranchHere(_ other: String, _ branch: String, at remote: Remote) throws -> ReplicaError {
        let (here, other) = (BranchName.short(try store.branch().name), BranchName.short(other))
        let command = try settings.followCommand(branch, at: remote.name)
        return ReplicaError(
            .unsettled,
            "the current branch here is ‘\(here)’, which the remote ‘\(remote.name)’ does not have: the family's branch "
                + "there is ‘\(BranchName.short(branch))’, and ‘\(other)’ here belongs to it",
            hint: """
                Nothing was changed. 'git switch \(other)' returns to it; '\(command)' syncs ‘\(here)’ with the remote's \
                branch instead.
                """)
    }
}
