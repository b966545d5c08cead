// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The commits of a family's branch, and undo and redo of the commands that made them on this device.
public protocol CommandHistory: Actor {
    /// Returns the commits in the branch, newest first.
    ///
    /// - Parameters:
    ///   - since: leaves out earlier commits.
    ///   - path: only returns commits that changed this document.
    ///   - limit: the maximum number of commits.
    nonisolated func history(since: Timestamp?, path: DocumentPath?, limit: Int) async throws -> [HistoryEntry]

    /// Returns the commits that changed a document, newest first, with the contents after and before each.
    nonisolated func versions(of path: DocumentPath) async throws -> [DocumentVersion]

    /// Returns a version of a document.
    ///
    /// - Parameters:
    ///   - path: the path of the version.
    ///   - content: the name of its content (``DocumentVersion``).
    /// - Throws: `ReplicaError`: `unreadableDocument` if the bytes are not a document that this program can read.
    nonisolated func document(_ path: DocumentPath, content: String) async throws -> Document

    /// Returns the commit at the tip of the branch; nil if there is none.
    nonisolated func tip() async throws -> String?

    /// Returns the reactions of plugins in the commits of the branch that are not part of an earlier commit: for each
    /// document, the share with the highest generation. Shares of generation 0 are left out, because they belong to a
    /// person's changes.
    nonisolated func pluginAnswers(since commit: String) async throws -> [DocumentPath: PluginShare]

    /// Returns the command that ``undo(_:)`` would undo; nil if there is none.
    nonisolated func undoable() async throws -> UndoableCommand?

    /// Undoes the last command of this device that has not been undone, as a new commit.
    ///
    /// - Parameter expected: the expected commit (``UndoableCommand/undone``); nil for any.
    /// - Throws: `ReplicaError.Code.superseded` if a later write depends on the command, naming the field, or if
    ///   another commit is now the last one; `notFound` if there is nothing to undo.
    func undo(_ expected: String?) throws -> UndoReport

    /// Reverts the last ``undo(_:)`` of this device, as a new commit, if no other command was run after it.
    ///
    /// - Throws: `ReplicaError.Code.superseded` if a later write depends on the undo; `notFound` if there is no undo.
    func redo() throws -> UndoReport

    /// Returns the documents for which ``undo(_:)`` undid a command with this name on this device, and that are
    /// unchanged since.
    nonisolated func undoneDocuments(of command: String) async throws -> Set<DocumentPath>

    /// Records that a command has changed something that ``undo(_:)`` cannot undo, such as a setting of this device.
    /// ``undoable()`` reports the command; a commit of that command cannot be undone either.
    func noteLasting(_ command: String) throws
}

extension CommandHistory {
    /// Undoes the last command of this device that has not been undone, as a new commit, without an expected commit.
    public func undo() throws -> UndoReport { try undo(nil) }
}

/// A commit that changed a document, with the names of the document's contents after and before it.
///
/// Contents with the same name have the same bytes; ``CommandHistory/document(_:content:)`` reads the contents.
public struct DocumentVersion: Hashable, Sendable {
    /// The commit, as an entry of the log.
    public let entry: HistoryEntry
    /// The content after the commit; nil if there is no document.
    public let content: String?
    /// The content in the first parent that has the document; nil if no parent has the document.
    public let previous: String?

    /// Creates the version that a commit made of a document.
    public init(entry: HistoryEntry, content: String?, previous: String?) {
        self.entry = entry
        self.content = content
        self.previous = previous
    }
}
