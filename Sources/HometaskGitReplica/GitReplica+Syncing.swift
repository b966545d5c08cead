// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
public import HometaskReplica

extension GitReplica {
    /// How often a sync starts again because somebody pushed in between.
    private static var rounds: Int { 8 }

    /// Exchanges commits with remotes; starts again, up to eight times, where somebody pushed in between.
    ///
    /// All of them are fetched from first, and what they have becomes one merge, which then goes to each.
    public func sync(
        _ direction: SyncDirection, remotes names: [String], removals: RemovalAnswer, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        do {
            do {
                return try await exchange(direction, names, removals, timeout, progress)
            } catch let error where Self.tellsOfDamage(error) {
                try recover()
                return try await exchange(direction, names, removals, timeout, progress)
            }
        } catch {
            throw Self.told(error, in: folder)
        }
    }

    private func exchange(
        _ direction: SyncDirection, _ names: [String], _ removals: RemovalAnswer, _ timeout: Int,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let remotes = try remotes(named: names)
        clearWay(to: remotes)
        var exchanges = try remotes.map { try exchange(with: $0, direction, timeout, progress) }
        // All files are looked at while the remotes are waited for.
        async let edits = takeInHandEdits(allowsManyRemovals: false)
        var total = SyncTotal(remotes: remotes, answering: removals)
        var (began, last): (ObjectID?, ObjectID?)
        for round in 1...Self.rounds {
            let branch = try writableBranch().name
            let heads = try await fetch(branch, from: &exchanges, direction, &total)
            if round == 1 {
                total.edits = try await edits
                began = try store.branch().tip
            }
            try pull(heads, direction, &total)
            let tip = try sealedBranch().tip
            last = tip
            guard direction != .pull, let tip else { break }
            guard let remote = try await offer(tip, branch, to: &exchanges, &total) else { break }
            guard direction == .both, round < Self.rounds else {
                throw Self.overtaken(remote, rounds: round, by: total.lock)
            }
            progress(.retrying(attempt: round + 1))
            try await Task.sleep(for: .milliseconds(Int.random(in: 10...(40 << min(round, 6)))))
        }
        noteUpkeep(hasFetched: true)
        // The exchange is done; that its time cannot be noted is no failure of it.
        try? local.write(Self.syncedName, Array("\(dependencies.clock().rfc3339)\n".utf8))
        var report = total.report(commit: last?.description)
        report.photos = await photos(direction, over: exchanges, since: began, report, progress)
        return report
    }

    private func exchange(
        with remote: Remote, _ direction: SyncDirection, _ timeout: Int,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) throws -> RemoteExchange {
        let branch = try store.branch()
        let sends =
            try direction != .pull
            && store.repository.reference(Self.trackingName(remote.name, branch.name)) != branch.tip
        let sendsPhotos = try direction != .pull && isToAskForPhotos(remote)
        return try RemoteExchange(
            remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: sends || sendsPhotos,
            listsFirst: sendsPhotos, find: dependencies.findTransport, progress)
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
    private func fetch(
        _ branch: String, from exchanges: inout [RemoteExchange], _ direction: SyncDirection, _ total: inout SyncTotal
    ) async throws -> [ObjectID] {
        var heads: [ObjectID] = []
        for index in exchanges.indices {
            let remote = exchanges[index].remote
            do {
                let tracking = Self.trackingName(remote.name, branch)
                let before = try store.repository.reference(tracking)
                try await exchanges[index].fetch(branch, into: tracking)
                if exchanges[index].tip == nil, direction != .pull {
                    try await fetchAgain(branch, into: tracking, from: &exchanges[index])
                }
                try store.repository.refresh()
                let head = exchanges[index].tip
                total.add(lost(of: before, at: head), of: remote)
                if let head {
                    try checkFamily(head, store.branch().tip, of: remote)
                    if direction != .push {
                        try total.removed.formUnion(removals(by: head, at: remote, total.answer))
                    }
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

    /// How many changes a remote had before and has no more.
    private func lost(of before: ObjectID?, at head: ObjectID?) -> Int {
        guard let before, before != head else { return 0 }
        // Commits that are not here any more can be neither counted nor sent.
        guard let head else { return (try? store.repository.changeCount(from: before)) ?? 0 }
        return (try? store.repository.aheadBehind(before, head).ahead) ?? 0
    }

    private static func empty(_ remote: Remote, _ branch: String) -> ReplicaError {
        ReplicaError(
            .notFound, "the remote ‘\(remote.name)’ is empty: it has no branch ‘\(shortName(branch))’",
            hint: "Send this device's commits there first with \(.push).")
    }

    /// Merges what the remotes have, or, where only a push was asked for, refuses if they have something that is not
    /// here.
    @inline(never)
    private func pull(_ heads: [ObjectID], _ direction: SyncDirection, _ total: inout SyncTotal) throws {
        if heads.isEmpty { return }
        let tip = try store.branch().tip
        if direction == .push {
            for head in heads {
                try checkFamily(head, tip)
                guard let tip, try store.repository.isAncestor(head, of: tip) else { throw Self.unmerged }
            }
            return
        }
        let received = try tip.map { try store.repository.aheadBehind($0, heads).behind }
        var result = try merge(heads)
        if total.answer == .accept {
            result.skipped.removeAll { skipped in total.removed.contains { $0.text == skipped.path } }
        }
        try settle(total.removed, total.answer)
        total.received += try received ?? store.repository.changeCount(from: result.commit)
        let before = try tip.flatMap { try store.tree(of: $0) }
        let changed = try before.flatMap { try documents(changedSince: $0) } ?? []
        try settleProofs(among: changed)
        total.notices += try updateSuccessors(after: result.joined)
        if let before { total.notices += try settleMerges(among: changed, since: before) }
        total.add(result, settling: try settled(result.conflicted))
    }

    /// The documents that differ from those of a tree; nil where that cannot be said.
    private func documents(changedSince tree: ObjectID) throws -> [DocumentPath]? {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        return try reader.paths(changedSince: tree.description)
    }

    /// Makes tasks that demand a photo complete or open as the photos have it that came together, in a commit of its
    /// own where that changes anything.
    ///
    /// - Parameter changed: the documents that came.
    @inline(never)
    private func settleProofs(among changed: [DocumentPath]) throws {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        let tasks = try reader.provableTasks(among: changed)
        if !tasks.isEmpty { _ = try write(command: nil) { try $0.settleProofs(of: tasks) } }
    }

    /// Lets what follows joined tasks take on what became of these, in a commit of its own where it changes anything.
    @inline(never)
    private func updateSuccessors(after joined: [DocumentPath]) throws -> [String] {
        let tasks = joined.filter { $0.kind == .task }
        return tasks.isEmpty ? [] : try write(command: nil) { try $0.updateSuccessors(after: tasks) }.result
    }

    /// Settles what people merged into each other apart, in a commit of its own where it changes anything.
    ///
    /// - Parameters:
    ///   - changed: the documents that came.
    ///   - tree: the one before what was received was merged.
    @inline(never)
    private func settleMerges(among changed: [DocumentPath], since tree: ObjectID) throws -> [String] {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        if changed.allSatisfy({ ![.member, .category, .task].contains($0.kind) }) { return [] }
        let before = GitReader(store, tree: tree, workTree: nil)
        let news = try MergeNews.sentences(changed: changed, before: before, after: reader)
        guard try reader.mayHaveMergesToSettle(changed: changed) else { return news }
        let settled = try write(command: nil) { try $0.settleMerges(changed: changed) }.result
        return settled.isEmpty ? news : settled
    }

    /// Those of the documents that have no conflict by now.
    private func settled(_ conflicted: [DocumentPath]) throws -> Set<DocumentPath> {
        if conflicted.isEmpty { return [] }
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        return Set(try conflicted.filter { try reader.document(at: $0)?.conflicts.isEmpty ?? false })
    }

    private static var unmerged: ReplicaError {
        ReplicaError(
            .rejected, "the remote has commits that are not here yet, so nothing was pushed",
            hint: "\(.sync) merges them with yours and pushes the result.")
    }

    /// Pushes the tip to each remote that did not have it when it was asked in this round. The tracking reference
    /// decides nothing: it tells of what a remote once had.
    ///
    /// - Returns: a remote to which somebody pushed in between.
    @inline(never)
    private func offer(
        _ tip: ObjectID, _ branch: String, to exchanges: inout [RemoteExchange], _ total: inout SyncTotal
    ) async throws -> Remote? {
        var overtaken: Remote?
        var sent = 0
        for exchange in exchanges {
            let theirs = exchange.tip
            // What was asked is where fetches come from, which may not be where pushes go.
            if theirs == tip, (try? store.repository.pushesElsewhere(exchange.remote.name)) == false { continue }
            do {
                let outcome = try await push(tip, branch, exchange)
                total.lock = outcome.lock
                guard outcome.isDone else {
                    overtaken = exchange.remote
                    continue
                }
                // The remote has it. What cannot be counted or noted here is no failure of that.
                sent = max(sent, (try? news(in: tip, for: theirs)) ?? 1)
                try? noteTip(tip, at: Self.trackingName(exchange.remote.name, branch))
            } catch let error as ReplicaError {
                try total.note(error, of: exchange.remote)
            }
        }
        total.sent += sent
        exchanges.removeAll { total.hasFailed($0.remote) }
        return overtaken
    }

    /// How many changes a tip has that a remote at another has not.
    private func news(in tip: ObjectID, for theirs: ObjectID?) throws -> Int {
        guard let theirs else { return try store.repository.changeCount(from: tip) }
        return try store.repository.aheadBehind(tip, theirs).ahead
    }

    /// - Returns: whether it was taken, and not because somebody pushed in between; and the lock file that was in the
    ///   way.
    @inline(never)
    private func push(
        _ tip: ObjectID, _ branch: String, _ exchange: RemoteExchange
    ) async throws -> (isDone: Bool, lock: String?) {
        switch try await exchange.push(tip, to: branch) {
        case .created, .updated, .upToDate: return (true, nil)
        case .rejected(.nonFastForward), .rejected(.contended): return (false, nil)
        case .rejected(.locked(let reason)):
            // At a hub of this machine what is dead goes, and the next round succeeds.
            guard let locks = store.repository.locks(ofRemote: exchange.remote.name) else { return (false, reason) }
            return (false, locks.clear().first?.description)
        case .rejected(.diskFull(let reason)): throw exchange.diskError(.diskFull, reason)
        case .rejected(.diskFailed(let reason)): throw exchange.diskError(.diskFailed, reason)
        case .rejected(.remoteRejected(let reason)), .rejected(.other(let reason)):
            throw TransportError.refusal(reason, of: exchange.remote)
        }
    }

    /// Notes where the remote's branch stands after a push; git may have done so itself.
    private func noteTip(_ new: ObjectID, at name: String) throws {
        let old = try store.repository.reference(name)
        if old == new { return }
        let commit = try store.repository.readCommit(new)
        _ = try store.repository.moveReference(
            name, from: old, to: new, signature: commit.committer, message: "\(Self.reflogPrefix)pushed")
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

    /// Fetches the family's branch into a repository that was just made.
    func cloneBranch(timeout: Int, progress: @escaping @Sendable (SyncProgress) -> Void) async throws {
        let remote = try remotes(named: [])[0]
        var exchange = try RemoteExchange(
            remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: true, find: dependencies.findTransport,
            progress)
        let branch = try await exchange.branch() ?? store.branch().name
        try store.repository.setUnbornBranch(branch)
        let tracking = Self.trackingName(remote.name, branch)
        try await exchange.fetch(branch, into: tracking)
        guard let theirs = exchange.tip else {
            throw ReplicaError(
                .notFound, "the remote is empty: there is no family to join yet",
                hint: "Start one with \(.makeFamily), then \(.addRemote) and \(.push).")
        }
        try store.repository.refresh()
        _ = try merge([theirs])
        try setUpstream(remote.name)
        await fetchFirstThumbnails(over: exchange)
        try local.write(Self.syncedName, Array("\(dependencies.clock().rfc3339)\n".utf8))
    }

    /// Brings the thumbnails of all photos. What does not come now comes with the next sync.
    @inline(never)
    private func fetchFirstThumbnails(over exchange: RemoteExchange) async {
        do { _ = try await fetchThumbnails(over: exchange, changed: nil) } catch { wantThumbnails() }
    }
}

/// What the rounds of a sync add up to.
private struct SyncTotal {
    private let remotes: [Remote]
    /// The edits of people that were taken in before anything was merged.
    var edits = HandEditReport(taken: [], skipped: [], missing: [])
    /// What to do with documents that remotes' commits remove.
    let answer: RemovalAnswer
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

    init(remotes: [Remote], answering answer: RemovalAnswer) {
        self.remotes = remotes
        self.answer = answer
    }

    /// - Parameter settled: documents that were joined into a conflict, and have none any more.
    mutating func add(_ result: MergeResult, settling settled: Set<DocumentPath>) {
        changedApart += result.changedApart
        conflicted += result.conflicted.filter { !settled.contains($0) }
        skipped += result.skipped
        forked += result.forks
    }

    /// Notes that the exchange with a remote came to nothing.
    ///
    /// - Throws: the error, where no other remote is left, or where the command is to end.
    mutating func note(_ error: ReplicaError, of remote: Remote) throws {
        if error.code == .interrupted || error.code == .terminated { throw error }
        if failed.count + 1 == remotes.count { throw failed.first?.error ?? error }
        failed.append(FailedRemote(remote: remote.name, error: error))
    }

    /// Notes that a remote had lost commits.
    mutating func add(_ lost: Int, of remote: Remote) {
        if lost > 0 { rolledBack.append(RolledBackRemote(remote: remote.name, lacked: lost)) }
    }

    func hasFailed(_ remote: Remote) -> Bool { failed.contains { $0.remote == remote.name } }

    func report(commit: String?) -> SyncReport {
        SyncReport(
            remotes: remotes.filter { !hasFailed($0) }.map(\.name), failed: failed, rolledBack: rolledBack,
            received: received, sent: sent,
            joined: Self.ordered(changedApart), conflicted: Self.ordered(conflicted), skipped: edits.skipped + skipped,
            tookInEdits: edits.taken.count, missing: edits.missing, forked: forked, notices: notices,
            commit: commit)
    }

    /// Each path once, by its text.
    private static func ordered(_ paths: [DocumentPath]) -> [DocumentPath] {
        Set(paths).map { (path: $0, text: $0.text) }.sorted { $0.text < $1.text }.map(\.path)
    }
}
