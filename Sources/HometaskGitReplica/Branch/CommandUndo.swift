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

    /// Returns the command that `undo` would revert.
    func undoable() throws -> UndoableCommand? {
        let log = try commands()
        guard let last = try log.lastCommand(where: isInHistory) else { return nil }
        return UndoableCommand(
            undone: HistoryEntry(try commit(last.commit)), command: last.command,
            lasting: log.lasting(after: last.commit))
    }

    /// Undoes the last command of this device that has not been undone, as a new commit.
    func undo(_ expected: String?) throws -> UndoReport {
        let commands = try commands()
        guard let last = try commands.lastCommand(where: isInHistory) else { throw commands.nothingToUndo }
        try CommandLog.require(last.commit, expected)
        let report = try revert(last.commit, saying: CommandLog.undoing, as: last.command, told: last.commit) {
            .undoing(last.commit, by: $0.description, last.command)
        }
        // Best-effort: the command is already undone, and the log shows that from the commit of the undo. A command
        // with nothing left to undo has no such commit.
        try? log.updateLog {
            try $0.settle(where: isInHistory)
            if report.commit == last.commit { $0.noteUndone(last.commit, by: nil) }
        }
        return report
    }

    /// Reverts the last `undo` of this device, as a new commit.
    func redo() throws -> UndoReport {
        let commands = try commands()
        guard let last = try commands.lastUndone(where: isInHistory) else { throw commands.nothingToRedo }
        let report = try revert(last.undo, saying: CommandLog.redoing, as: last.command, told: last.undone) {
            .redoing(last.undo, by: $0.description, last.command)
        }
        try? log.updateLog {
            try $0.settle(where: isInHistory)
            if report.commit == last.undo { $0.noteRedone(last.undo, by: nil) }
        }
        return report
    }

    /// Returns the commands of this device, with every undo and redo that is in the history.
    private func commands() throws -> CommandLog {
        var commands = try log.read()
        try commands.settle(where: isInHistory)
        return commands
    }

    /// Returns the documents unchanged since the undo of a command. Only trees are compared; no document is read.
    func undoneDocuments(of command: String) throws -> Set<DocumentPath> {
        let tip = try store.branch().tip
        var paths: Set<DocumentPath> = []
        for undo in try commands().undos(of: command) where try isInHistory(undo) {
            let commit = try commit(undo)
            let taken = try changed(from: try store.tree(of: commit.parents.first), to: commit.tree)
            paths.formUnion(taken.subtracting(try changed(from: commit.tree, to: try store.tree(of: tip))))
        }
        return paths
    }

    /// Returns the documents that differ between two trees.
    private func changed(from old: ObjectID?, to new: ObjectID?) throws -> Set<DocumentPath> {
        Set(try store.repository.trees.changes(from: old, to: new).compactMap { DocumentPath(text: $0.path) })
    }

    /// Returns whether a commit is part of the branch. A command is recorded before the branch moves. If the process
    /// was killed in between, or the branch was moved back, the log therefore names commits that are not in the
    /// history.
    private func isInHistory(_ commit: String) throws -> Bool {
        guard let commit = ObjectID(hex: commit), let tip = try store.branch().tip else { return false }
        return try commit == tip
            || store.repository.contains(commit) && store.repository.commits.isAncestor(commit, of: tip)
    }

    private func commit(_ id: String) throws -> Commit {
        guard let id = ObjectID(hex: id) else {
            throw ReplicaError(.notFound, "‘\(id)’ is not the id of a commit")
        }
        do { return try store.repository.commits.read(id) } catch {
            throw error.replicaError(subject: "the commit to undo")
        }
    }

    /// Reverts a commit with a new commit.
    ///
    /// - Parameters:
    ///   - told: the commit of the command that is undone or redone.
    ///   - words: the history's description of that.
    ///   - note: the log entry for the new commit, recorded before it is in the history.
    private func revert(
        _ id: String, saying words: String, as command: String, told: String,
        noting note: @escaping (ObjectID) -> CommandLog.Entry
    ) throws -> UndoReport {
        let entry = HistoryEntry(try commit(told))
        let pairs = try versions(of: try commit(id))
        let written = try writer.write(command: nil, noting: note) { transaction in
            for (path, before, after) in pairs { try transaction.revert(path, from: after, to: before) }
            transaction.describe("\(words): \(CommandLog.subject(of: entry))")
        }
        return UndoReport(undone: entry, command: command, commit: written.commit ?? id)
    }

    /// Returns the documents that a commit changed, before and after it. Device documents are left out: a command's
    /// commit may declare its device, and undoing the command does not undo the declaration.
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
