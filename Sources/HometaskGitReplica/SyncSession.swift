// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Exchanges commits with remotes; starts again, up to eight times, where somebody pushed in between.
///
/// All of them are fetched from first, and what they have becomes one merge, which then goes to each.
///
/// What asynchronous functions call here is not inlined, as ``RemoteExchange`` explains.
struct SyncSession {
    /// How often a sync starts again because somebody pushed in between.
    private static let rounds = 8

    let store: FamilyStore
    let branch: FamilyBranch
    let writer: TransactionWriter
    let status: StatusReader
    let photos: PhotoExchange
    let upkeep: UpkeepSchedule
    let dependencies: Dependencies

    let direction: SyncDirection
    /// What to do with documents that remotes' commits remove.
    let answer: RemovalAnswer
    let timeout: Int
    let progress: @Sendable (SyncProgress) -> Void

    private var families: FamilyCheck { FamilyCheck(store: store) }
    private var removals: RemovalPolicy { RemovalPolicy(store: store, writer: writer, answer: answer) }

    /// Exchanges commits with the remotes of some names, and photos after them.
    ///
    /// - Parameter takeInEdits: takes in what people edited by hand.
    nonisolated(nonsending) func run(
        with names: [String], takingInEdits takeInEdits: @escaping @Sendable () async throws -> HandEditReport
    ) async throws -> SyncReport {
        let remotes = try RemoteSettings(store: store).named(names)
        clearWay(to: remotes)
        var exchanges = try remotes.map { try exchange(with: $0) }
        // All files are looked at while the remotes are waited for.
        async let edits = takeInEdits()
        var total = SyncTotal(remotes: remotes)
        var (began, last): (ObjectID?, ObjectID?)
        for round in 1...Self.rounds {
            let name = try branch.writable().name
            let heads = try await fetch(name, from: &exchanges, &total)
            if round == 1 {
                total.edits = try await edits
                began = try store.branch().tip
            }
            try pull(heads, &total)
            let tip = try branch.sealed().tip
            last = tip
            guard direction != .pull, let tip else { break }
            let push = BranchPush(store: store, tip: tip, branch: name)
            guard let remote = try await push.run(to: &exchanges, &total) else { break }
            guard direction == .both, round < Self.rounds else {
                throw Self.overtaken(remote, rounds: round, by: total.lock)
            }
            progress(.retrying(attempt: round + 1))
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...(40 << min(round, 6)))))
        }
        upkeep.update(hasFetched: true)
        // The exchange is done; that its time cannot be noted is no failure of it.
        try? status.noteSync(at: dependencies.clock())
        var report = total.report(commit: last?.description)
        report.photos = await photos.run(direction, over: exchanges, since: began, report, progress)
        return report
    }

    private func exchange(with remote: Remote) throws -> RemoteExchange {
        let branch = try store.branch()
        let sends =
            try direction != .pull
            && store.repository.reference(BranchName.tracking(remote.name, branch.name)) != branch.tip
        let sendsPhotos = try direction != .pull && photos.sender.isToAsk(remote)
        return try RemoteExchange(
            remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: sends || sendsPhotos,
            listsFirst: sendsPhotos, find: dependencies.findGit, progress)
    }

    /// Removes what killed programs and power cuts left in the way of an exchange: locks, and torn references of what
    /// the remote had.
    private func clearWay(to remotes: [Remote]) {
        store.repository.locks.clear()
        for remote in remotes { store.repository.removeTornReferences(ofRemote: remote.name) }
    }

    /// Fetches the branch from each remote. One of several that cannot be reached, or holds something else, is noted,
    /// and left out from then on.
    ///
    /// - Returns: where the branch stands there, as far as it does.
    @inline(never)
    private nonisolated(nonsending) func fetch(
        _ branch: String, from exchanges: inout [RemoteExchange], _ total: inout SyncTotal
    ) async throws -> [ObjectID] {
        var heads: [ObjectID] = []
        for index in exchanges.indices {
            let remote = exchanges[index].remote
            do {
                let tracking = BranchName.tracking(remote.name, branch)
                let before = try store.repository.reference(tracking)
                try await exchanges[index].fetch(branch, into: tracking)
                if exchanges[index].tip == nil, direction != .pull {
                    try await fetchAgain(branch, into: tracking, from: &exchanges[index])
                }
                try store.repository.refresh()
                let head = exchanges[index].tip
                total.add(lost(of: before, at: head), of: remote)
                if let head {
                    try families.require(head, store.branch().tip, of: remote)
                    if direction != .push { try total.removed.formUnion(removals.removals(by: head, at: remote)) }
                    heads.append(head)
                } else if direction == .pull {
                    throw Self.empty(remote, branch)
                }
            } catch let error as ReplicaError {
                try total.note(error, of: remote)
            }
        }
        exchanges.removeAll { total.hasFailed($0.remote) }
        return heads
    }

    /// Asks a remote that had no branch for the family for all that it has, and fetches the branch again where it is
    /// there after all: somebody pushed it in between.
    ///
    /// - Throws: an error if the remote has branches, and not all are known as the family's: what was pushed there
    ///   would stand in somebody else's repository.
    private nonisolated(nonsending) func fetchAgain(
        _ branch: String, into tracking: String, from exchange: inout RemoteExchange
    ) async throws {
        let references = try await exchange.references()
        guard references.contains(where: { $0.name == branch }) else {
            return try families.refuseOtherContent(among: references, at: exchange.remote, lacking: branch)
        }
        try await exchange.fetch(branch, into: tracking)
        if exchange.tip != nil { return }
        throw exchange.diskError(.diskFailed, "it lists ‘\(BranchName.short(branch))’ but does not send it")
    }

    /// How many changes a remote had before and has no more.
    private func lost(of before: ObjectID?, at head: ObjectID?) -> Int {
        guard let before, before != head else { return 0 }
        // Commits that are not here any more can be neither counted nor sent.
        guard let head else { return (try? store.repository.changeCount(from: before)) ?? 0 }
        return (try? store.repository.aheadBehind(before, head).ahead) ?? 0
    }

    /// Merges what the remotes have, or, where only a push was asked for, refuses if they have something that is not
    /// here.
    @inline(never)
    private func pull(_ heads: [ObjectID], _ total: inout SyncTotal) throws {
        if heads.isEmpty { return }
        let tip = try store.branch().tip
        if direction == .push {
            for head in heads {
                try families.require(head, tip)
                guard let tip, try store.repository.isAncestor(head, of: tip) else { throw Self.unmerged }
            }
            return
        }
        let behind = try tip.map { try store.repository.aheadBehind($0, heads).behind }
        var result = try BranchMerger(store: store, branch: branch).merge(heads)
        if answer == .accept {
            result.skipped.removeAll { skipped in total.removed.contains { $0.text == skipped.path } }
        }
        try removals.settle(total.removed)
        total.received += try behind ?? store.repository.changeCount(from: result.commit)
        let received = try ReceivedDocuments(store: store, writer: writer, since: tip)
        total.notices += try received.settle(joined: result.joined)
        total.add(result, settling: try received.settled(result.conflicted))
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
