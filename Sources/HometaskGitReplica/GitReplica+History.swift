// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskGit
public import HometaskMerging
public import HometaskReplica

extension GitReplica {
    private var historyReader: HistoryReader { HistoryReader(store: store) }
    private var commandUndo: CommandUndo { CommandUndo(store: store, log: branch.undoLog, writer: writer) }

    /// The commit that the branch names.
    public func tip() throws -> String? { try store.branch().tip?.description }

    /// The commits of the branch, newest first.
    public func history(since: Timestamp?, path: DocumentPath?, limit: Int) throws -> [HistoryEntry] {
        try recovery.run { try historyReader.commits(since: since, path: path, limit: limit) }
    }

    /// The commits that changed a document, newest first, with the contents after and before each.
    public func versions(of path: DocumentPath) throws -> [DocumentVersion] {
        try recovery.run { try historyReader.versions(of: path, since: nil, limit: Int.max) }
    }

    /// A version of a document, by the name of its content.
    public func document(_ path: DocumentPath, content: String) throws -> Document {
        try historyReader.document(path, content: content)
    }

    /// What plugins did in response to changes since a commit.
    public func pluginAnswers(since commit: String) throws -> [DocumentPath: PluginShare] {
        try historyReader.pluginAnswers(since: commit)
    }

    /// The command that `undo` would take back.
    public func undoable() throws -> UndoableCommand? {
        try recovery.run { try commandUndo.undoable() }
    }

    /// Undoes the last command of this device that has not been undone, as a new commit.
    public func undo(_ expected: String?) throws -> UndoReport {
        try recovery.run { try commandUndo.undo(expected) }
    }

    /// Reverts the last `undo` of this device, as a new commit.
    public func redo() throws -> UndoReport {
        try recovery.run { try commandUndo.redo() }
    }

    /// The documents that are still as the undo of a command left them. Only trees are compared; no document is read.
    public func undoneDocuments(_ command: String) throws -> Set<DocumentPath> {
        try recovery.run { try commandUndo.undoneDocuments(command) }
    }

    /// Records that a command has made a change that `undo` cannot revert.
    public func noteLasting(_ command: String) throws {
        try branch.undoLog.updateLog { $0.noteLasting(command, at: now) }
    }
}
