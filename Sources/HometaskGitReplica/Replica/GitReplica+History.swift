// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskGit
public import HometaskMerging
public import HometaskReplica

extension GitReplica {
    /// Returns the commit that the branch names.
    public nonisolated func tip() async throws -> String? {
        try pool.withParts { try $0.store.branch().tip?.description }
    }

    /// Returns the commits of the branch, newest first.
    public nonisolated func history(since: Timestamp?, path: DocumentPath?, limit: Int) async throws -> [HistoryEntry] {
        try pool.recovering { try $0.history.commits(since: since, path: path, limit: limit) }
    }

    /// Returns the commits that changed a document, newest first, with the contents after and before each.
    public nonisolated func versions(of path: DocumentPath) async throws -> [DocumentVersion] {
        try pool.recovering { try $0.history.versions(of: path, since: nil, limit: Int.max) }
    }

    /// Returns a version of a document, by the name of its content.
    public nonisolated func document(_ path: DocumentPath, content: String) async throws -> Document {
        try pool.withParts { try $0.history.document(path, content: content) }
    }

    /// Returns the answers of plugins to changes since a commit.
    public nonisolated func pluginAnswers(since commit: String) async throws -> [DocumentPath: PluginShare] {
        try pool.withParts { try $0.history.pluginAnswers(since: commit) }
    }

    /// Returns the command that `undo` would revert.
    public nonisolated func undoable() async throws -> UndoableCommand? {
        try pool.recovering { try $0.commandUndo.undoable() }
    }

    /// Undoes the last command of this device that has not been undone, as a new commit.
    public func undo(_ expected: String?) throws -> UndoReport {
        try pool.recovering { try $0.commandUndo.undo(expected) }
    }

    /// Reverts the last `undo` of this device, as a new commit.
    public func redo() throws -> UndoReport {
        try pool.recovering { try $0.commandUndo.redo() }
    }

    /// Returns the documents unchanged since the undo of a command. Only trees are compared; no document is read.
    public nonisolated func undoneDocuments(of command: String) async throws -> Set<DocumentPath> {
        try pool.recovering { try $0.commandUndo.undoneDocuments(of: command) }
    }

    /// Records that a command has made a change that `undo` cannot revert.
    public func noteLasting(_ command: String) throws {
        try pool.withParts { try $0.branch.undoLog.updateLog { $0.noteLasting(command, at: now) } }
    }
}
