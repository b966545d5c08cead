// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// Fetches a family into a new repository.
struct FamilyClone {
    let store: FamilyStore
    let branch: FamilyBranch
    let status: StatusReader
    let thumbnails: ThumbnailFetcher
    let dependencies: Dependencies

    private var settings: RemoteSettings { RemoteSettings(store: store) }

    /// Fetches the family's branch from its only remote.
    nonisolated(nonsending) func run(timeout: Int, progress: @escaping @Sendable (SyncProgress) -> Void) async throws {
        let remote = try settings.named([])[0]
        var exchange = try RemoteExchange(
            remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: true, find: dependencies.findGit,
            progress: progress)
        exchange.branch = try await branch(at: exchange)
        try store.repository.references.setUnbornBranch(exchange.branch)
        try await exchange.fetch()
        guard let theirs = exchange.tip else {
            throw ReplicaError(
                .notFound, "the remote is empty: there is no family to join yet",
                hint: "Start one with \(.makeFamily), then \(.addRemote) and \(.push).")
        }
        try store.repository.refresh()
        _ = try BranchMerger(store: store, branch: branch).merge([theirs])
        try settings.setUpstream(remote.name)
        await fetchFirstThumbnails(over: exchange)
        try status.noteSync(at: dependencies.clock())
    }

    /// Returns the branch to fetch: the one that the remote's HEAD names, or its only one. Branches of photos do not
    /// count.
    private nonisolated(nonsending) func branch(at exchange: RemoteExchange) async throws -> String {
        let listing = try await exchange.listing()
        let branches = listing.references.map(\.name).filter(BranchName.mayHoldFamily)
        if let head = listing.head, branches.contains(head) { return head }
        guard branches.count > 1 else { return try branches.first ?? store.branch().name }
        let names = branches.map { "‘\(BranchName.short($0))’" }.joined(separator: ", ")
        throw ReplicaError(
            .ambiguous, "the remote has several branches, \(names), and does not say which one is the family's",
            hint: """
                Make the family's branch the default branch there: 'git symbolic-ref HEAD refs/heads/NAME' in its \
                repository, or in the settings of the site that hosts it.
                """)
    }

    /// Fetches the thumbnails of all photos. Missing ones are fetched by the next sync.
    private nonisolated(nonsending) func fetchFirstThumbnails(over exchange: RemoteExchange) async {
        do { _ = try await thumbnails.fetch(over: exchange, changed: nil) } catch { thumbnails.wantAll() }
    }
}
