// SPDX-License-Identifier: Apache-2.0

import HometaskGit
public import HometaskReplica

extension GitReplica {
    var remoteSettings: RemoteSettings { RemoteSettings(store: store) }

    /// The remotes, by name, with their URLs shown without passwords.
    public func remotes() throws -> [Remote] { try remoteSettings.all() }

    /// Adds, changes or (nil) removes a remote, with the refspec that plain `git fetch` needs.
    public func setRemote(_ name: String, url: String?) throws {
        try recovery.run { try remoteSettings.set(name, url: url) }
    }

    /// Exchanges commits with remotes. Starts again, up to eight times, if somebody else pushes in the meantime.
    public func sync(
        _ direction: SyncDirection, remotes names: [String], removals: RemovalAnswer, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let session = SyncSession(
            store: store, branch: branch, writer: writer, status: statusReader, photos: photoLibrary.exchange,
            upkeep: upkeepSchedule, dependencies: dependencies, direction: direction, answer: removals,
            timeout: timeout, progress: progress)
        do {
            do {
                return try await session.run(with: names, takingInEdits: takeInFewRemovals)
            } catch let error where DamageRecovery.isDamage(error) {
                try recovery.recover()
                return try await session.run(with: names, takingInEdits: takeInFewRemovals)
            }
        } catch {
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    /// Records hand edits before a sync.
    private nonisolated var takeInFewRemovals: @Sendable () async throws -> HandEditReport {
        { try await self.takeInHandEdits(allowsManyRemovals: false) }
    }

    /// The distance between the branch and the remote's current branch.
    public func distanceNow(timeout: Int) async throws -> ReplicaStatus.Distance? {
        guard let (remote, branch) = try statusReader.exchanged() else { return nil }
        var exchange = try RemoteExchange(
            remote, branch: branch, gitDirectory: store.gitDirectory, timeout: timeout, isLong: false,
            find: dependencies.findGit, progress: { _ in })
        try await exchange.fetch()
        return try fetchedDistance(remote)
    }

    @inline(never)
    private func fetchedDistance(_ remote: Remote) throws -> ReplicaStatus.Distance? {
        try recovery.run { try statusReader.fetchedDistance(remote) }
    }
}
