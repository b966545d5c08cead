// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Exchanges commits with remotes, in up to eight rounds if others push in the meantime.
///
/// First everything is fetched from all remotes. Their commits are merged into one, which is then pushed to each of
/// them.
struct SyncSession {
    /// The maximum number of rounds if others push in the meantime.
    private static let rounds = 8

    let store: FamilyStore
    let branch: FamilyBranch
    let writer: TransactionWriter
    let status: StatusReader
    let photos: PhotoExchange
    let upkeep: UpkeepSchedule
    let dependencies: Dependencies

    let direction: SyncDirection
    /// The decision about documents that remotes' commits remove.
    let answer: RemovalAnswer
    let timeout: Int
    let progress: @Sendable (SyncProgress) -> Void

    private var families: FamilyCheck { FamilyCheck(store: store) }
    private var branches: FamilyBranches { FamilyBranches(store: store) }
    private var listings: BranchListings { BranchListings(store: store, clock: dependencies.clock) }
    private var removals: RemovalPolicy { RemovalPolicy(store: store, writer: writer, answer: answer) }

    /// Exchanges commits, and then photos, with the named remotes.
    ///
    /// - Parameter takeInEdits: records the hand edits.
    nonisolated(nonsending) func run(
        with names: [String], takingInEdits takeInEdits: @escaping @Sendable () async throws -> HandEditReport
    ) async throws -> SyncReport {
        let remotes = try RemoteSettings(store: store).named(names)
        clearWay()
        var exchanges = try remotes.map { try exchange(with: $0) }
        // All files are examined while the remotes are being contacted.
        async let edits = takeInEdits()
        var total = SyncTotal(remotes: remotes)
        var (began, last): (ObjectID?, ObjectID?)
        for round in 1...Self.rounds {
            _ = try branch.writable()
            let heads = try await fetch(from: &exchanges, total: &total)
            if round == 1 {
                total.edits = try await edits
                began = try store.branch().tip
            }
            try pull(heads, &total)
            let tip = try branch.sealed().tip
            last = tip
            guard direction != .pull, let tip else { break }
            let push = BranchPush(store: store, tip: tip)
            guard let remote = try await push.run(to: &exchanges, &total) else { break }
            guard direction == .both, round < Self.rounds else {
                throw Self.overtaken(remote, rounds: round, by: total.lock)
            }
            progress(.retrying(attempt: round + 1))
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...(40 << min(round, 6)))))
        }
        await findOtherBranches(over: exchanges, total: &total)
        upkeep.update(for: store, hasFetched: true)
        // Best-effort: the exchange has already succeeded.
        try? status.noteSync(at: dependencies.clock())
        var report = total.report(commit: last?.description)
        report.photos = await photos.run(direction, over: exchanges, since: began, report: report, progress: progress)
        return report
    }

    private func exchange(with remote: Remote) throws -> RemoteExchange {
        let name = try RemoteSettings(store: store).branch(at: remote.name)
        let sends =
            try direction != .pull
            && store.repository.references.target(of: BranchName.tracking(remote.name, name)) != store.branch().tip
        let lists = try (direction != .pull && photos.sender.isToAsk(remote)) || listings.isDue(at: remote)
        return try RemoteExchange(
            remote, branch: name, gitDirectory: store.gitDirectory, timeout: timeout, isLong: sends || lists,
            listsFirst: lists, find: dependencies.findGit, progress: progress)
    }

    /// Removes obstacles to an exchange that killed programs and power cuts left: locks, torn records of remotes'
    /// states, and torn references of photos.
    private func clearWay() {
        store.repository.locks.clear()
        for folder in PhotoReferences.records { store.repository.references.removeTorn(in: folder) }
        // Best-effort: the exchange of photos reports the rest, and documents are exchanged regardless.
        _ = try? PhotoRecovery(store: store).recover()
    }

    /// Fetches the branch from each remote. If one of several remotes cannot be reached, or contains something else,
    /// that is recorded, and the remote is left out from then on.
    ///
    /// - Returns: the branch's commit at each remote that has it.
    private nonisolated(nonsending) func fetch(
        from exchanges: inout [RemoteExchange], total: inout SyncTotal
    ) async throws -> [ObjectID] {
        var heads: [ObjectID] = []
        for index in exchanges.indices {
            let remote = exchanges[index].remote
            do {
                let before = try store.repository.references.target(of: exchanges[index].tracking)
                try await exchanges[index].fetch()
                if exchanges[index].tip == nil {
                    try await fetchAgain(from: &exchanges[index], hadBranch: before != nil, total: &total)
                }
                try store.repository.refresh()
                let head = exchanges[index].tip
                total.add(lost(of: before, at: head), of: remote)
                if let head {
                    try families.require(head, store.branch().tip, of: remote)
                    try total.add(store.repository.commits.read(head))
                    if direction != .push { try total.removed.formUnion(removals.removals(by: head, at: remote)) }
                    heads.append(head)
                } else if direction == .pull {
                    throw Self.empty(remote, exchanges[index].branch)
                }
            } catch let error as ReplicaError {
                try total.recordFailure(error, of: remote)
            }
        }
        exchanges.removeAll { total.hasFailed($0.remote) }
        return heads
    }

    /// Lists all references of a remote that had no branch for the family, and fetches the branch again if it has been
    /// pushed in the meantime. If the branch was renamed there or here, follows the renamed branch instead.
    ///
    /// - Parameter hadBranch: whether the remote had the branch at the last exchange.
    /// - Throws: an error if the remote has branches that are not all known to be the family's: a push would go to
    ///   somebody else's repository.
    private nonisolated(nonsending) func fetchAgain(
        from exchange: inout RemoteExchange, hadBranch: Bool, total: inout SyncTotal
    ) async throws {
        let listing = try await exchange.listing()
        let remote = exchange.remote
        if !listing.references.contains(where: { $0.name == exchange.branch }) {
            let isKnown = try hadBranch || listings.isKnown(remote) || branches.isKnown(remote)
            guard let other = try await branches.renamed(among: listing, at: exchange, isKnown: isKnown) else {
                if direction == .pull { return }
                return try families.refuseOtherContent(
                    among: listing.references, at: remote, lacking: exchange.branch)
            }
            total.notices.append(Self.renamed(from: exchange.branch, to: other, at: remote))
            exchange.branch = other
            try RemoteSettings(store: store).follow(other, at: remote.name)
        }
        try await exchange.fetch()
        if exchange.tip != nil { return }
        throw exchange.diskError(
            .diskFailed, "it lists ‘\(BranchName.short(exchange.branch))’ but does not send it")
    }

    /// Looks for other branches of the family at the remotes, as far as their branches are known without another
    /// request. The documents have been exchanged already, so a failure does not fail the sync.
    private nonisolated(nonsending) func findOtherBranches(
        over exchanges: [RemoteExchange], total: inout SyncTotal
    ) async {
        for exchange in exchanges {
            if let listing = listings.take(over: exchange) {
                try? await branches.fetchOthers(in: listing, over: exchange)
            }
            total.otherBranches += (try? branches.others(at: exchange.remote)) ?? []
        }
    }

    /// Returns the number of changes that a remote had before and no longer has.
    private func lost(of before: ObjectID?, at head: ObjectID?) -> Int {
        guard let before, before != head else { return 0 }
        // Commits that are no longer here can be neither counted nor sent.
        guard let head else { return (try? store.repository.commits.changeCount(from: before)) ?? 0 }
        return (try? store.repository.commits.aheadBehind(before, head).ahead) ?? 0
    }

    /// Merges what the remotes have. If only a push was requested, refuses instead if they have something that is not
    /// here.
    private func pull(_ heads: [ObjectID], _ total: inout SyncTotal) throws {
        if heads.isEmpty { return }
        let tip = try store.branch().tip
        if direction == .push {
            for head in heads {
                try families.require(head, tip)
                guard let tip, try store.repository.commits.isAncestor(head, of: tip) else { throw Self.unmerged }
            }
            return
        }
        let behind = try tip.map { try store.repository.commits.aheadBehind($0, heads).behind }
        var result = try BranchMerger(store: store, branch: branch).merge(heads)
        if answer == .accept {
            result.skipped.removeAll { skipped in total.removed.contains { $0.text == skipped.path } }
        }
        try removals.settle(total.removed)
        total.received += try behind ?? store.repository.commits.changeCount(from: result.commit)
        let received = try ReceivedDocuments(store: store, writer: writer, since: tip)
        let (notices, completed) = try received.settle(joined: result.joined)
        total.notices += notices
        result.conflicted += completed.filter { !result.conflicted.contains($0) }
        total.add(result, settling: try received.settledDocuments(among: result.conflicted))
    }

    private static func renamed(from old: String, to new: String, at remote: Remote) -> String {
        "‘\(remote.name)’ has no branch ‘\(BranchName.short(old))’, but this family's branch ‘\(BranchName.short(new))’: "
            + "this device syncs with that one from now on."
    }

    private static func empty(_ remote: Remote, _ branch: String) -> ReplicaError {
        ReplicaError(
            .notFound, "the remote ‘\(remote.name)’ is empty: it has no branch ‘\(BranchName.short(branch))’",
            hint: "Send this device's commits there first with \(.push).")
    }

    private static var unmerged: ReplicaError {
        ReplicaError(
            .rejected, "the remote has commits that are not here yet, so nothing was pushed",
            hint: "\(.sync) merges them with yours and pushes the result.")
    }

    private static func overtaken(_ remote: Remote, rounds: Int, by lock: String?) -> ReplicaError {
        if let lock {
            return ReplicaError(
                .busy, "the remote ‘\(remote.name)’ is locked by another program: \(lock)",
                hint:
                    "Nothing is lost: your commits are here. Try again; if no git program runs there, remove that file."
            )
        }
        return ReplicaError(
            .busy, "other devices pushed to ‘\(remote.name)’ first, \(rounds) times in a row",
            hint: "Nothing is lost: your commits are here. Run \(.sync) again in a moment.")
    }
}
