// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
public import HometaskReplica

extension GitReplica {
    /// How often a sync starts again because somebody pushed in between.
    private static var rounds: Int { 8 }

    /// Exchanges commits with a remote; starts again, up to eight times, where somebody pushed in between.
    public func sync(
        _ direction: SyncDirection, remote name: String?, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let remote = try remoteToSync(name)
        let exchange = try RemoteExchange(
            remote, gitDirectory: store.gitDirectory, find: surroundings.findTransport, progress)
        let edits = try takeInHandEdits(allowsManyRemovals: false)
        var total = SyncTotal(remote: remote.name, tookInEdits: edits.taken.count)
        total.skipped = edits.skipped
        total.missing = edits.missing
        for round in 1...Self.rounds {
            let branch = try writableBranch()
            let tracking = Self.trackingName(remote.name, branch.name)
            let known = try store.repository.reference(tracking)
            if let theirs = try await exchange.fetch(branch.name, into: tracking) {
                try store.repository.refresh()
                try pull(theirs, known: known, direction, &total)
            } else if direction == .pull {
                throw ReplicaError(
                    .notFound,
                    "the remote ‘\(remote.name)’ is empty: it has no branch ‘\(Self.shortName(branch.name))’",
                    hint: "Send this device's commits there first with 'hometask push'.")
            }
            let tip = try sealedBranch().tip
            let remembered = try store.repository.reference(tracking)
            if direction == .pull || tip == remembered { break }
            guard let tip else { break }
            if try await offer(tip, branch.name, tracking, exchange, remote, &total) { break }
            guard direction == .both, round < Self.rounds else { throw Self.overtaken(remote, rounds: round) }
            progress(.retrying(attempt: round + 1))
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...(40 << min(round, 6)))))
        }
        try local.write(Self.syncedName, Array("\(surroundings.clock().rfc3339)\n".utf8))
        return total.report(commit: try store.branch().tip?.description)
    }

    /// Merges what the remote has, or, where only a push was asked for, refuses if it has something that is not here.
    @inline(never)
    private func pull(
        _ theirs: ObjectID, known: ObjectID?, _ direction: SyncDirection, _ total: inout SyncTotal
    ) throws {
        let tip = try store.branch().tip
        if direction == .push {
            try checkFamily(theirs, tip)
            guard let tip, try store.repository.isAncestor(theirs, of: tip) else {
                throw ReplicaError(
                    .rejected, "the remote has commits that are not here yet, so nothing was pushed",
                    hint: "'hometask sync' joins them with yours and pushes the result.")
            }
            return
        }
        let received = try tip.map { try store.repository.aheadBehind($0, theirs).behind }
        let result = try merge(theirs)
        total.received += try received ?? store.repository.commitCount(from: theirs)
        total.joined += result.joined
        total.conflicted += result.conflicted
        total.skipped += result.skipped
        total.forked += result.forks
    }

    /// Pushes the tip.
    ///
    /// - Returns: false where somebody pushed in between.
    @inline(never)
    private func offer(
        _ tip: ObjectID, _ branch: String, _ tracking: String, _ exchange: RemoteExchange, _ remote: Remote,
        _ total: inout SyncTotal
    ) async throws -> Bool {
        let before = try store.repository.reference(tracking)
        switch try await exchange.push(tip, to: branch) {
        case .created, .updated, .upToDate:
            let sent = try before.map { try store.repository.aheadBehind(tip, $0).ahead }
            total.sent += try sent ?? store.repository.commitCount(from: tip)
            try moveTracking(tracking, from: before, to: tip)
            return true
        case .rejected(.nonFastForward), .rejected(.contended): return false
        case .rejected(.remoteRejected(let reason)), .rejected(.other(let reason)):
            throw ReplicaError(
                .rejected, "the remote ‘\(remote.name)’ refused the push: \(reason)",
                hint: "Your commits are safe here. Whoever runs the remote can say what its rule is.")
        }
    }

    /// Notes where the remote's branch stands after a push; git may have done so itself.
    private func moveTracking(_ name: String, from old: ObjectID?, to new: ObjectID) throws {
        guard try store.repository.reference(name) == old else { return }
        let commit = try store.repository.readCommit(new)
        _ = try store.repository.moveReference(
            name, from: old, to: new, signature: commit.committer, message: "\(Self.reflogPrefix)pushed")
    }

    private static func overtaken(_ remote: Remote, rounds: Int) -> ReplicaError {
        ReplicaError(
            .busy, "others pushed to ‘\(remote.name)’ \(rounds) times in a row while this device tried to",
            hint: "Nothing is lost: your commits are here. Run 'hometask sync' again in a moment.")
    }

    private func remoteToSync(_ name: String?) throws -> Remote {
        let known = try remotes()
        if let name {
            if let remote = known.first(where: { $0.name == name }) { return remote }
            throw ReplicaError(
                .notFound, "there is no remote called ‘\(name)’",
                hint: known.isEmpty
                    ? "Add one with 'hometask remote add origin URL'."
                    : "There are: \(known.map(\.name).joined(separator: ", ")).")
        }
        if let remote = known.first(where: { $0.name == Self.defaultRemote }) ?? known.first { return remote }
        throw ReplicaError(
            .notConfigured, "this family has no remote to sync with",
            hint: "Add one with 'hometask remote add origin URL': any git repository that your devices reach.")
    }

    /// Fetches the family's branch into a repository that was just made.
    func cloneBranch(progress: @escaping @Sendable (SyncProgress) -> Void) async throws {
        let remote = try remoteToSync(nil)
        let exchange = try RemoteExchange(
            remote, gitDirectory: store.gitDirectory, find: surroundings.findTransport, progress)
        let branch = try await exchange.branch() ?? store.branch().name
        try store.repository.setUnbornBranch(branch)
        let tracking = Self.trackingName(remote.name, branch)
        guard let theirs = try await exchange.fetch(branch, into: tracking) else {
            throw ReplicaError(
                .notFound, "the remote is empty: there is no family to join yet",
                hint: "Start one with 'hometask init', then 'hometask remote add origin URL' and 'hometask push'.")
        }
        try store.repository.refresh()
        _ = try merge(theirs)
        try setUpstream(remote.name)
        try local.write(Self.syncedName, Array("\(surroundings.clock().rfc3339)\n".utf8))
    }
}

/// What the rounds of a sync add up to.
private struct SyncTotal {
    let remote: String
    let tookInEdits: Int
    var received = 0
    var sent = 0
    var joined: [DocumentPath] = []
    var conflicted: [DocumentPath] = []
    var skipped: [SkippedDocument] = []
    var missing: [String] = []
    var forked: [ForkedDocument] = []

    init(remote: String, tookInEdits: Int) {
        self.remote = remote
        self.tookInEdits = tookInEdits
    }

    func report(commit: String?) -> SyncReport {
        SyncReport(
            remote: remote, received: received, sent: sent, joined: Self.ordered(joined),
            conflicted: Self.ordered(conflicted), skipped: skipped, tookInEdits: tookInEdits, missing: missing,
            forked: forked, commit: commit)
    }

    /// Each path once, by its text.
    private static func ordered(_ paths: [DocumentPath]) -> [DocumentPath] {
        Set(paths).map { (path: $0, text: $0.text) }.sorted { $0.text < $1.text }.map(\.path)
    }
}
