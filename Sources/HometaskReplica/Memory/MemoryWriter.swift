// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// Turns changes of documents into commits in memory, as a git replica does. If the branch has moved in the meantime, a
/// change is rebased onto the new commit, unless a document that it has read or written has changed; in that case, the
/// change is retried.
struct MemoryWriter {
    let repository: MemoryRepository
    let clock: @Sendable () -> Timestamp
    let entropy: @Sendable () -> UInt64
    let reviewer: (any ChangeReviewer)?
    let extensions: ExtensionFields

    /// Optimistic attempts before taking the lock. A reviewer is never called while the lock is held, so the retries of
    /// a reviewed change are unlimited.
    private static let patience = 6

    /// The input of a write, the same in each attempt.
    private struct WriteOrder {
        let command: String?
        /// The record for `undo` and `redo`; nil for the command's own record.
        let entry: ((String) -> CommandLog.Entry)?
        let time: Timestamp
        let draws: EntropyRecord

        func entry(for commit: String) -> CommandLog.Entry? {
            entry.map { $0(commit) } ?? CommandLog.Entry(command, in: commit)
        }
    }

    /// A complete change, and the version that it is based on.
    private struct PreparedChange<Result: Sendable> {
        let result: Result
        let transaction: Transaction
        let reader: MemoryVersionReader
        let device: MemoryDevice
    }

    /// Changes documents atomically, as one commit.
    ///
    /// - Parameter entry: the record for `undo` and `redo`; nil for the command's own record.
    func write<Result: Sendable>(
        command: String?, noting entry: ((String) -> CommandLog.Entry)? = nil, body: (Transaction) throws -> Result
    ) throws -> WriteResult<Result> {
        let order = WriteOrder(command: command, entry: entry, time: clock(), draws: EntropyRecord(entropy))
        for _ in 0..<Self.patience {
            if let written = try tryWriting(order, body: body) { return written }
        }
        while reviewer != nil {
            if let written = try tryWriting(order, body: body) { return written }
        }
        return try repository.withTurn { try publish(prepare(order, body: body), order) }
    }

    /// Attempts the change; nil if a document that it depends on has changed in the meantime.
    private func tryWriting<Result>(
        _ order: WriteOrder, body: (Transaction) throws -> Result
    ) throws -> WriteResult<Result>? {
        let change = try prepare(order, body: body)
        return try repository.withTurn { isCurrent(change) ? try publish(change, order) : nil }
    }

    private func prepare<Result>(
        _ order: WriteOrder, body: (Transaction) throws -> Result
    ) throws -> PreparedChange<Result> {
        let (reader, device) = (repository.reader(), repository.device)
        let transaction = Transaction(
            over: reader, by: Author(actor: device.actor, time: order.time), for: device.member,
            generator: order.draws.replayed)
        transaction.rules.extensions = extensions
        let result = try body(transaction)
        try transaction.proofSettling.settle()
        if !transaction.staged.isEmpty {
            try reviewer?.review(transaction, command: order.command)
            if !device.isDeclared {
                _ = try transaction.devices.declare(
                    device.id, named: device.name, of: device.member, writingAs: device.actor)
            }
        }
        return PreparedChange(result: result, transaction: transaction, reader: reader, device: device)
    }

    /// Whether the device and everything that the change has read or written are unchanged.
    private func isCurrent<Result>(_ change: PreparedChange<Result>) -> Bool {
        let tree = repository.reader().tree
        return repository.device == change.device
            && tree.paths(changedSince: change.reader.tree).allSatisfy { path in
                !change.reader.reads.contains(path) && change.transaction.staged[path] == nil
            }
    }

    /// Makes the change the newest commit, unless it changes nothing.
    private func publish<Result>(_ change: PreparedChange<Result>, _ order: WriteOrder) throws -> WriteResult<Result> {
        let transaction = change.transaction
        if transaction.staged.isEmpty { return WriteResult(result: change.result, commit: nil, settled: []) }
        let tip = repository.current.tip
        var tree = repository.commits[tip]?.tree ?? DocumentTree()
        for (path, document) in transaction.staged { tree[path] = document.bytes }
        let author = try transaction.signatory().name ?? "hometask"
        let commit = repository.commits.add(
            tree, onto: [tip].compactMap(\.self), by: author, at: transaction.now,
            message: transaction.commitMessage.text(by: author), plugins: transaction.plugins)
        // If another member was set in the meantime, the next write declares that member.
        repository.updateDevice { if $0 == change.device { $0.isDeclared = true } }
        repository.update { state in
            state.tip = commit
            if let entry = order.entry(for: commit) { state.commands.append(entry) }
        }
        reviewer?.committed(try transaction.changes(), command: order.command)
        return WriteResult(result: change.result, commit: commit, settled: transaction.settled)
    }
}
