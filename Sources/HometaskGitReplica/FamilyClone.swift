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
        let name = try await exchange.branch() ?? store.branch().name
        try store.repository.references.setUnbornBranch(name)
        let tracking = BranchName.tracking(remote.name, name)
        try await exchange.fetch(name, into: tracking)
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

    /// Fetches the thumbnails of all photos. Missing ones are fetched by the next sync.
    @inline(never)
    private nonisolated(nonsending) func fetchFirstThumbnails(over exchange: RemoteExchange) async {
        do { _ = try await thumbnails.fetch(over: exchange, changed: nil) } catch { thumbnails.wantAll() }
    }
}
