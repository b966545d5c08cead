// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Undoes commands of this device, and redoes them.
struct CommandUndo {
    let store: FamilyStore
    let log: UndoLog
    let writer: TransactionWriter

    /// The history's verb for a redone command.
    private static let again = "did again"

    /// The command that `undo` would take back.
    func undoable() throws -> UndoableCommand? {
        let log = try commands()
        guard let last = try log.lastCommand(where: isInHistory) else { return nil }
        return UndoableCommand(
            undone: HistoryEntry(try commit(last.commit)), command: last.command,
            lasting: log.lasting(after: last.commit))
    }

    /// Undoes the last command of this device that has not been undone, as a new commit.
    func undo(_ expected: String?) throws -> UndoReport {
        guard let last = try commands().lastCommand(where: isInHistory) else { throw try nothingToUndo() }
        try require(last.commit, expected)
        let report = try revert(last.commit, saying: "took back", as: last.command, told: last.commit) {
            .undoing(last.commit, by: $0, last.command)
        }
        // The command is undone by now, and the log says so with or without this. A command that had nothing left to
        // undo has no commit that says so.
        try? log.updateLog {
            try $0.settle(where: isInHistory)
            if report.commit == last.commit.description { $0.noteUndone(last.commit, by: nil) }
        }
        return report
    }

    /// Reverts the last `undo` of this device, as a new commit.
    func redo() throws -> UndoReport {
        let commands = try commands()
        guard let last = try commands.lastUndone(where: isInHistory) else {
            let since = commands.commandAfterUndone.map {
                "'\($0)' came after the last undo, so there is nothing to redo"
            }
            throw ReplicaError(
                .notFound, since ?? "there is nothing to redo on this device",
                hint: "\(.showLog) shows the changes; \(.undo) takes back the last command of this device.")
        }
        let report = try revert(last.undo, saying: Self.again, as: last.command, told: last.undone) {
            .redoing(last.undo, by: $0, last.command)
        }
        try? log.updateLog {
            try $0.settle(where: isInHistory)
            if report.commit == last.undo.description { $0.noteRedone(last.undo, by: nil) }
        }
        return report
    }

    /// The commands of this device, with every undo and redo that is in the history.
    private func commands() throws -> CommandLog {
        var commands = try log.read()
        try commands.settle(where: isInHistory)
        return commands
    }

    /// The documents that are still as the undo of a command left them. Only trees are compared; no document is read.
    func undoneDocuments(_ command: String) throws -> Set<DocumentPath> {
        let tip = try store.branch().tip
        var paths: Set<DocumentPath> = []
        for undo in try commands().undos(of: command) where try isInHistory(undo) {
            let commit = try commit(undo)
            let taken = try changed(from: try store.tree(of: commit.parents.first), to: commit.tree)
            paths.formUnion(taken.subtracting(try changed(from: commit.tree, to: try store.tree(of: tip))))
        }
        return paths
    }

    /// The documents that differ between two trees.
    private func changed(from old: ObjectID?, to new: ObjectID?) throws -> Set<DocumentPath> {
        Set(try store.repository.trees.changes(from: old, to: new).compactMap { DocumentPath(text: $0.path) })
    }

    /// Whether a commit is part of the branch. A command is recorded before the branch moves. If the process was killed
    /// in between, or the branch was moved back, the log therefore names commits that are not in the history.
    private func isInHistory(_ commit: ObjectID) throws -> Bool {
        guard let tip = try store.branch().tip else { return false }
        return try commit == tip
            || store.repository.contains(commit) && store.repository.commits.isAncestor(commit, of: tip)
    }

    private func commit(_ id: ObjectID) throws -> Commit {
        do { return try store.repository.commits.read(id) } catch {
            throw error.replicaError(subject: "the commit to undo")
        }
    }

    private func require(_ commit: ObjectID, _ expected: String?) throws {
        guard let expected, expected != commit.description else { return }
        throw ReplicaError(
            .superseded, "another change was made in the meantime; nothing was undone",
            hint: "Try \(.undo) again to see which one.")
    }

    private func nothingToUndo() throws -> ReplicaError {
        let lasting = try commands().lasting(after: nil)
        return ReplicaError(
            .notFound,
            lasting.map { "'\($0.command)' cannot be undone, and no other change of this device is left to undo" }
                ?? "no change of this device is left to undo",
            hint: "\(.showLog) shows the changes; \(.editTask) can change a task back.")
    }

    /// Reverts a commit with a new commit.
    ///
    /// - Parameters:
    ///   - told: the commit of the command that is undone or redone.
    ///   - words: the history's description of that.
    ///   - note: what to record of the new commit before it is in the history.
    private func revert(
        _ id: ObjectID, saying words: String, as command: String, told: ObjectID,
        noting note: @escaping (ObjectID) -> CommandLog.Entry
    ) throws -> UndoReport {
        let entry = HistoryEntry(try commit(told))
        let again = "\(entry.author) \(Self.again): "
        let subject = entry.subject.hasPrefix(again) ? entry.subject.dropFirst(again.count) : entry.subject[...]
        let pairs = try versions(of: try commit(id))
        let written = try writer.write(command: nil, noting: note) { transaction in
            for (path, before, after) in pairs { try transaction.revert(path, from: after, to: before) }
            transaction.describe("\(words): \(subject)")
        }
        return UndoReport(undone: entry, command: command, commit: written.commit ?? id.description)
    }

    /// The documents that a commit changed, before and after it. Device documents are left out: a command's commit may
    /// declare its device, and undoing the command does not undo the declaration.
    private func versions(of commit: Commit) throws -> [(DocumentPath, Document?, Document)] {
        let before = GitReader(store, tree: try store.tree(of: commit.parents.first), workTree: nil)
        let after = GitReader(store, tree: commit.tree, workTree: nil)
        return try store.repository.trees.changes(from: before.tree, to: commit.tree).compactMap { difference in
            guard let path = DocumentPath(text: difference.path), path.kind != .device,
                let new = try after.document(at: path)
            else { return nil }
            return (path, try before.document(at: path), new)
        }
    }
}
