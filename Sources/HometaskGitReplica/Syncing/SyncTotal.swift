// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// The combined results of the rounds of a sync.
struct SyncTotal {
    private let remotes: [Remote]
    /// The hand edits that were recorded before the merge.
    var edits = HandEditReport(taken: [], skipped: [], missing: [])
    /// The documents that remotes' commits remove.
    var removed: Set<DocumentPath> = []
    var received = 0
    var sent = 0
    private var changedApart: [DocumentPath] = []
    private var conflicted: [DocumentPath] = []
    private var skipped: [SkippedDocument] = []
    private var forked: [ForkedDocument] = []
    private var failed: [FailedRemote] = []
    /// The lock file that a remote named when it refused the last push.
    var lock: String?
    private var rolledBack: [RolledBackRemote] = []
    var notices: [String] = []
    /// Other branches of the family at the remotes.
    var otherBranches: [OtherBranch] = []
    /// The time of the newest known commit at a remote.
    private var newest: Timestamp?

    init(remotes: [Remote]) {
        self.remotes = remotes
    }

    /// - Parameter settled: documents that were joined with a conflict and have none any more.
    mutating func add(_ result: MergeResult, settling settled: Set<DocumentPath>) {
        changedApart += result.changedApart
        conflicted += result.conflicted.filter { !settled.contains($0) }
        skipped += result.skipped
        forked += result.forks
    }

    /// Records that the exchange with a remote failed.
    ///
    /// - Throws: the error, if no other remote is left, or if the command must end.
    mutating func recordFailure(_ error: ReplicaError, of remote: Remote) throws {
        if error.code == .interrupted || error.code == .terminated { throw error }
        if failed.count + 1 == remotes.count { throw failed.first?.error ?? error }
        failed.append(FailedRemote(remote: remote.name, error: error))
    }

    /// Records that a remote has lost commits.
    mutating func add(_ lost: Int, of remote: Remote) {
        if lost > 0 { rolledBack.append(RolledBackRemote(remote: remote.name, lacked: lost)) }
    }

    /// Records a commit that a remote has.
    mutating func add(_ head: Commit) {
        newest = Timestamp(seconds: max(newest?.seconds ?? 0, head.committer.seconds))
    }

    func hasFailed(_ remote: Remote) -> Bool { failed.contains { $0.remote == remote.name } }

    func report(commit: String?) -> SyncReport {
        let unrecorded = edits.skipped.map { SkippedDocument(path: $0.path, reason: $0.reason, isHandEdit: true) }
        return SyncReport(
            remotes: remotes.filter { !hasFailed($0) }.map(\.name), failed: failed, rolledBack: rolledBack,
            received: received, sent: sent,
            joined: Self.ordered(changedApart), conflicted: Self.ordered(conflicted), skipped: unrecorded + skipped,
            tookInEdits: edits.taken.count, missing: edits.missing, forked: forked, notices: notices,
            otherBranches: otherBranches, newest: newest, commit: commit)
    }

    /// Sorts paths by their text, without duplicates.
    private static func ordered(_ paths: [DocumentPath]) -> [DocumentPath] {
        Set(paths).map { (path: $0, text: $0.text) }.sorted { $0.text < $1.text }.map(\.path)
    }
}
