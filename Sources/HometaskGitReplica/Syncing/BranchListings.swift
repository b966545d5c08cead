// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskReplica

/// Decides when a sync lists the branches of a remote, since a fetch of one branch does not report them. The branches
/// of a folder on this machine are read in every sync; other remotes are asked once a day, in place of the first fetch,
/// so that a sync without changes needs no further request.
struct BranchListings {
    let store: FamilyStore
    let clock: @Sendable () -> Timestamp

    private var times: CheckTimes { CheckTimes(local: store.local, subject: "branches", clock: clock) }

    /// Returns the key of a remote's records: a changed address counts as another remote.
    private static func key(_ remote: Remote) -> String { "\(remote.name) \(remote.url)" }

    /// Returns whether a remote must be asked which branches it has.
    func isDue(at remote: Remote) -> Bool {
        times.isDue(at: Self.key(remote)) && store.repository.remotes.localListing(of: remote.name) == nil
    }

    /// Returns whether this family was exchanged with a remote before.
    func isKnown(_ remote: Remote) -> Bool { times.exists(for: Self.key(remote)) }

    /// Returns the branches of a remote that holds this family, if they are known without another request.
    func take(over exchange: RemoteExchange) -> RemoteListing? {
        let remote = exchange.remote
        guard let listing = exchange.listed ?? store.repository.remotes.localListing(of: remote.name) else {
            return nil
        }
        if times.isDue(at: Self.key(remote)) { times.note(Self.key(remote)) }
        return listing
    }
}
