// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// Pushes the tip of the family's branch to remotes.
struct BranchPush {
    let store: FamilyStore
    let tip: ObjectID

    /// Pushes the tip to each remote that did not have it when it was asked in this round. The tracking reference is
    /// not used for this decision: it only records an earlier state of the remote.
    ///
    /// - Returns: a remote that received another push in the meantime.
    nonisolated(nonsending) func run(
        to exchanges: inout [RemoteExchange], _ total: inout SyncTotal
    ) async throws -> Remote? {
        var overtaken: Remote?
        var sent = 0
        for exchange in exchanges {
            let theirs = exchange.tip
            // The answer came from the address for fetches, which may differ from the address for pushes.
            let isSameAddress = (try? store.repository.remotes.pushesElsewhere(exchange.remote.name)) == false
            if theirs == tip, isSameAddress { continue }
            do {
                // A branch that was renamed since is not recreated: the next round finds it under its new name.
                let outcome = try await push(over: exchange, replacing: isSameAddress ? theirs : nil)
                total.lock = outcome.lock
                guard outcome.isDone else {
                    overtaken = exchange.remote
                    continue
                }
                // The remote has the tip. If it cannot be counted or recorded here, the push has still succeeded.
                sent = max(sent, (try? news(for: theirs)) ?? 1)
                try? noteTip(at: exchange.tracking)
            } catch let error as ReplicaError {
                try total.recordFailure(error, of: exchange.remote)
            }
        }
        total.sent += sent
        exchanges.removeAll { total.hasFailed($0.remote) }
        return overtaken
    }

    /// Returns the number of changes in the tip that a remote at another commit does not have.
    private func news(for theirs: ObjectID?) throws -> Int {
        guard let theirs else { return try store.repository.commits.changeCount(from: tip) }
        return try store.repository.commits.aheadBehind(tip, theirs).ahead
    }

    /// - Returns: whether the push succeeded, false if another push came first or a lock file blocked it; and that lock
    ///   file.
    private nonisolated(nonsending) func push(
        over exchange: RemoteExchange, replacing theirs: ObjectID?
    ) async throws -> (isDone: Bool, lock: String?) {
        switch try await exchange.push(tip, to: exchange.branch, replacing: theirs) {
        case .created, .updated, .upToDate: return (true, nil)
        case .rejected(.nonFastForward), .rejected(.contended): return (false, nil)
        case .rejected(.locked(let reason)):
            // At a hub on this machine, stale locks are removed, and the next round succeeds.
            guard let locks = store.repository.remotes.locks(of: exchange.remote.name) else { return (false, reason) }
            return (false, locks.clear().first?.description)
        case .rejected(.diskFull(let reason)): throw exchange.diskError(.diskFull, reason)
        case .rejected(.diskFailed(let reason)): throw exchange.diskError(.diskFailed, reason)
        case .rejected(.remoteRejected(let reason)), .rejected(.other(let reason)):
            throw TransportError.refusal(reason, of: exchange.remote)
        }
    }

    /// Records the remote's branch after a push; git may have done so itself.
    private func noteTip(at name: String) throws {
        let old = try store.repository.references.target(of: name)
        if old == tip { return }
        let commit = try store.repository.commits.read(tip)
        let outcome = try store.repository.references.move(
            name, from: old, to: tip, signature: commit.committer, message: "\(FamilyBranch.reflogPrefix)pushed")
        if outcome == .moved { try store.repository.references.flushReference(name) }
    }
}
