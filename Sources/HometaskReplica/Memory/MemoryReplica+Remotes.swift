// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension MemoryReplica {
    nonisolated var knownRemotes: [Remote] {
        repository.current.remotes.map { Remote(name: $0.key, url: $0.value) }.sorted { $0.name < $1.name }
    }

    /// Returns the remotes, by name; their URLs are the folders of other repositories of the provider.
    public nonisolated func remotes() async -> [Remote] { knownRemotes }

    /// Adds, changes or (nil) removes a remote.
    public func setRemote(_ name: String, url: String?) throws {
        try Remote.checkName(name)
        repository.update { state in
            if state.remotes[name] != url { state.remoteTips[name] = nil }
            state.remotes[name] = url
        }
    }

    /// Exchanges commits with remotes: merges the remotes' commits, and makes the result the tip of their branches.
    public nonisolated func sync(
        _ direction: SyncDirection, remotes names: [String], removals: RemovalAnswer, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let remotes = try Remote.named(names, among: knownRemotes)
        var (received, sent) = (0, 0)
        var merge = MemoryMerge()
        var photos = PhotoReport()
        for remote in remotes {
            let there = try world.repository(at: remote.url)
            received += try pull(from: there, called: remote, direction: direction, into: &merge)
        }
        for remote in remotes {
            let there = try world.repository(at: remote.url)
            if direction != .pull { sent = max(sent, try push(to: there)) }
            photos = try exchangePhotos(direction, with: there)
            repository.update { state in
                state.remoteTips[remote.name] = there.current.tip
                state.lastSync = now
            }
        }
        let tip = repository.current.tip
        let conflicted = try merge.stillConflicted(in: repository.reader())
        var report = SyncReport(
            remotes: remotes.map(\.name), received: received, sent: sent, joined: merge.changedApart,
            conflicted: conflicted,
            skipped: [], tookInEdits: 0, missing: [], forked: [], notices: merge.notices,
            newest: repository.commits[tip]?.entry.time, commit: tip)
        report.photos = photos
        return report
    }

    /// Merges a remote's branch.
    ///
    /// - Returns: the number of commits received from the remote.
    private nonisolated func pull(
        from there: MemoryRepository, called remote: Remote, direction: SyncDirection, into merge: inout MemoryMerge
    ) throws -> Int {
        guard let theirs = there.current.tip else {
            if direction != .pull { return 0 }
            throw ReplicaError(
                .notFound, "the remote ‘\(remote.name)’ is empty",
                hint: "Send this device's commits there first with \(.push).")
        }
        try requireSameFamily(theirs, at: remote)
        let ours = repository.current.tip
        if repository.commits.ids(from: ours).contains(theirs) { return 0 }
        guard direction != .push else {
            throw ReplicaError(
                .rejected, "the remote has commits that are not here yet, so nothing was pushed",
                hint: "\(.sync) merges them with yours and pushes the result.")
        }
        try merge.take(theirs, into: self)
        return repository.commits.changeCount(from: theirs, hiding: ours)
    }

    private nonisolated func requireSameFamily(_ commit: String, at remote: Remote) throws {
        func family(_ commit: String?) throws -> DocumentID? {
            guard let bytes = repository.commits[commit]?.tree[.family] else { return nil }
            return try Document.reading(bytes, at: .family).id
        }
        let (ours, theirs) = (try family(repository.current.tip), try family(commit))
        guard let ours, ours != theirs else { return }
        throw ReplicaError(
            .foreignRepository, "‘\(remote.name)’ has another family",
            hint: "Name a repository of this family with \(.addRemote).")
    }

    /// Fast-forwards a remote to our tip if this replica has all of the remote's commits.
    ///
    /// - Returns: the number of commits that the remote did not have.
    private nonisolated func push(to there: MemoryRepository) throws -> Int {
        guard let tip = repository.current.tip else { return 0 }
        let known = repository.commits.ids(from: tip)
        return try there.withTurn {
            let before = there.current.tip
            guard before.map(known.contains) ?? true else {
                throw ReplicaError(
                    .busy, "other devices pushed first",
                    hint: "Nothing is lost: your commits are here. Run \(.sync) again in a moment.")
            }
            there.update { $0.tip = tip }
            return repository.commits.changeCount(from: tip, hiding: before)
        }
    }

    // MARK: Status

    /// Returns the time of this replica's last successful sync with a remote.
    public nonisolated func lastSync() async -> Timestamp? { repository.current.lastSync }

    /// Returns the state of the repository. Reads every document's `conflicts`.
    public nonisolated func status() async throws -> ReplicaStatus {
        let (state, reader) = (repository.current, repository.reader())
        let remote = Remote.usual(of: knownRemotes)
        var conflicted: [DocumentPath] = []
        for path in reader.tree.paths(changedSince: DocumentTree()) {
            if let document = try reader.document(at: path), !document.conflicts.isEmpty { conflicted.append(path) }
        }
        return ReplicaStatus(
            branch: "main", commit: state.tip, tree: state.tip.map { _ in reader.version }, remote: remote,
            distance: remote.flatMap { state.remoteTips[$0.name] }.map { distance(to: $0) }, lastSync: state.lastSync,
            handEdited: [], conflicted: conflicted, forked: [], unreadable: [])
    }

    /// Returns the distance between the branch and the default remote's current branch.
    public nonisolated func distanceNow(timeout: Int) async throws -> ReplicaStatus.Distance? {
        guard let remote = Remote.usual(of: knownRemotes),
            let tip = try world.repository(at: remote.url).current.tip
        else { return nil }
        return distance(to: tip)
    }

    private nonisolated func distance(to other: String) -> ReplicaStatus.Distance {
        let (commits, tip) = (repository.commits, repository.current.tip)
        return ReplicaStatus.Distance(
            ahead: commits.changeCount(from: tip, hiding: other), behind: commits.changeCount(from: other, hiding: tip))
    }
}
