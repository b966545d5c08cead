// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The remotes of a family, the exchange of commits with them, and the status of the repository compared to them.
public protocol RemoteSync: Actor {
    /// Returns the remotes, by name, with their URLs shown without passwords.
    nonisolated func remotes() async throws -> [Remote]

    /// Adds, changes or (nil) removes a remote.
    func setRemote(_ name: String, url: String?) throws

    /// Exchanges commits with remotes: fetches, merges, pushes, and retries if others pushed in the meantime.
    ///
    /// A push that a remote refuses is never reported as a success. If one of several remotes fails, the others are
    /// still synced, and the report names the failed one. After an interruption at any point, the next call continues.
    ///
    /// - Parameters:
    ///   - direction: whether to fetch and merge, to push, or to do both.
    ///   - remotes: the names of the remotes; empty for the default remote.
    ///   - removals: the reaction if a remote's commits remove many documents.
    ///   - timeout: the number of seconds without any transfer after which a remote times out; zero for no limit.
    ///   - progress: called with the events of the exchange, to show them.
    nonisolated func sync(
        _ direction: SyncDirection, remotes: [String], removals: RemovalAnswer, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport

    /// Returns the time of the last successful sync with a remote on this device.
    nonisolated func lastSync() async throws -> Timestamp?

    /// Returns the status of the repository: its remote, changes that are not synced, and problems.
    nonisolated func status() async throws -> ReplicaStatus

    /// Returns the current distance between the branch and the default remote's branch, for which the remote's commits
    /// are fetched but not merged. Nil if there is no remote, or if the remote has no such branch.
    ///
    /// - Parameter timeout: the number of seconds after which a silent remote times out; zero for no limit.
    nonisolated func distanceNow(timeout: Int) async throws -> ReplicaStatus.Distance?
}

extension RemoteSync {
    /// Exchanges commits with remotes, with the default timeout; a remote whose commits remove many documents is left
    /// out.
    public nonisolated func sync(
        _ direction: SyncDirection, remotes: [String], progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        try await sync(
            direction, remotes: remotes, removals: .ask, timeout: RemoteTimeout.usual, progress: progress)
    }

    /// Exchanges commits with one remote, by default the default remote.
    public nonisolated func sync(
        _ direction: SyncDirection, remote: String?, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        try await sync(direction, remotes: [remote].compactMap(\.self), progress: progress)
    }
}

/// The reaction if a remote's commits remove so many documents that it could be an accident or an attack.
public enum RemovalAnswer: Hashable, Sendable {
    /// Accept nothing from that remote, and report `ReplicaError.Code.heldBack`.
    case ask
    /// Put the documents into the trash.
    case accept
    /// Accept all other changes, and keep the documents.
    case restore
}
