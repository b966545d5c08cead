// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica
import Synchronization

/// The open repositories of a replica, each for one call at a time.
///
/// A call takes one that is idle, or opens another, so no call waits for another one here. Each sees the family as
/// another process would: the references on the disk are the truth, and nothing that a repository caches can change.
final class StorePool: Sendable {
    /// The maximum number of repositories that stay open while idle.
    static let mostIdle = 4

    let shared: SharedParts
    private let state: Mutex<State>

    private struct State {
        var idle: [IdleParts]
        var reviewer: (any ChangeReviewer)?
        var extensions = ExtensionFields.none
    }

    /// Parts that no call uses.
    ///
    /// Unchecked: the parts reach only each other and `Sendable` values, `take()` removes them from the pool, and they
    /// are not used after `giveBack(_:)`. So one thread uses them at a time, and the pool's lock orders its memory
    /// accesses before those of the next.
    private struct IdleParts: @unchecked Sendable {
        let parts: ReplicaParts
    }

    /// - Parameter first: the repository that is open already.
    init(_ first: sending FamilyStore, sharing shared: SharedParts) {
        self.shared = shared
        state = Mutex(State(idle: [IdleParts(parts: ReplicaParts(first, sharing: shared))]))
    }

    /// The number of open repositories that are idle.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// Sets the reviewer of later changes.
    func setReviewer(_ reviewer: (any ChangeReviewer)?) { state.withLock { $0.reviewer = reviewer } }

    /// Sets the fields that plugins add to documents.
    func setExtensions(_ fields: ExtensionFields) { state.withLock { $0.extensions = fields } }

    /// Runs a closure with exclusive use of some parts.
    func withParts<Result>(_ body: (ReplicaParts) throws -> Result) throws -> Result {
        let parts = try take()
        defer { giveBack(parts) }
        return try body(parts)
    }

    /// Runs a closure with exclusive use of some parts; repairs damage if possible, and then retries.
    func recovering<Result>(_ body: (ReplicaParts) throws -> Result) throws -> Result {
        try withParts { parts in try parts.recovery.run { try body(parts) } }
    }

    /// Runs an asynchronous closure, which repairs damage itself, with exclusive use of some parts.
    nonisolated(nonsending) func withParts<Result>(
        _ body: nonisolated(nonsending) (ReplicaParts) async throws -> Result
    ) async throws -> Result {
        let parts = try take()
        defer { giveBack(parts) }
        do {
            return try await body(parts)
        } catch {
            throw DamageRecovery.translated(error, in: shared.folder)
        }
    }

    private func take() throws -> ReplicaParts {
        let (idle, reviewer, extensions) = state.withLock { ($0.idle.popLast(), $0.reviewer, $0.extensions) }
        let parts =
            try idle?.parts ?? ReplicaParts(GitReplicaProvider.openStore(at: shared.folder), sharing: shared)
        parts.writer.reviewer = reviewer
        parts.writer.extensions = extensions
        return parts
    }

    private func giveBack(_ parts: ReplicaParts) {
        let parts = IdleParts(parts: parts)
        state.withLock { state in
            if state.idle.count < Self.mostIdle { state.idle.append(parts) }
        }
    }
}
