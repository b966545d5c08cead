// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// Reports changes that only this device has had for more than a day.
enum SyncLag {
    /// Returns the finding; nil if there is nothing to report.
    static func finding(_ status: ReplicaStatus, at now: Timestamp) -> Finding? {
        guard status.lags(at: now), let remote = status.remote else { return nil }
        let days = status.lastSync.map { (now.seconds - $0.seconds) / ReplicaStatus.longestLag }
        let since = days.map { $0 == 1 ? "since yesterday" : "for \($0) days" } ?? "yet"
        return Finding(
            .advice, "remote",
            message: "the remote ‘\(remote.name)’ was not reached \(since), and lacks changes made here",
            hint: "Until the next sync they are on this device alone: 'hometask sync'; on a server, see its log.")
    }
}
