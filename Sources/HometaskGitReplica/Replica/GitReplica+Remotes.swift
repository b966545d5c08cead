// SPDX-License-Identifier: Apache-2.0

import HometaskGit
public import HometaskReplica

extension GitReplica {
    /// Returns the remotes, by name, with their URLs shown without passwords.
    public nonisolated func remotes() async throws -> [Remote] { try pool.withParts { try $0.remoteSettings.all() } }

    /// Adds, changes or (nil) removes a remote, with the refspec that plain `git fetch` needs.
    public func setRemote(_ name: String, url: String?) throws {
        try pool.recovering { try $0.remoteSettings.set(name, url: url) }
    }

    /// Exchanges commits with remotes, in up to eight rounds if others push in the meantime.
    public nonisolated func sync(
        _ direction: SyncDirection, remotes names: [String], removals: RemovalAnswer, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        try await pool.withParts { parts in
            let session = SyncSession(
                store: parts.store, branch: parts.branch, writer: parts.writer, status: parts.status,
                photos: parts.photos.exchange, upkeep: parts.upkeep, dependencies: parts.dependencies,
                direction: direction, answer: removals, timeout: timeout, progress: progress)
            do {
                return try await session.run(with: names, takingInEdits: takeInFewRemovals)
            } catch let error where DamageRecovery.isDamage(error) {
                try parts.recovery.recover()
                return try await session.run(with: names, takingInEdits: takeInFewRemovals)
            }
        }
    }

    /// Records hand edits before a sync.
    private nonisolated var takeInFewRemovals: @Sendable () async throws -> HandEditReport {
        { try await self.takeInHandEdits(allowsManyRemovals: false) }
    }

    /// Returns the distance between the branch and the remote's current branch.
    public nonisolated func distanceNow(timeout: Int) async throws -> ReplicaStatus.Distance? {
        try await pool.withParts { parts in
            guard let (remote, branch) = try parts.status.exchanged() else { return nil }
            var exchange = try RemoteExchange(
                remote, branch: branch, gitDirectory: parts.store.gitDirectory, timeout: timeout, isLong: false,
                find: parts.dependencies.findGit, progress: { _ in })
            try await exchange.fetch()
            return try parts.recovery.run { try parts.status.fetchedDistance(remote) }
        }
    }
}
