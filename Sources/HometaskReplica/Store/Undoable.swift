// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A command that can be taken back.
public struct Undoable: Hashable, Sendable {
    /// The commit it made, as the diary tells it.
    public let undone: HistoryEntry
    /// The name of the command that made it, such as `edit`.
    public let command: String
    /// What this device did since that cannot be taken back, the latest of it; nil if there is nothing.
    public let lasting: LastingCommand?

    /// A command that can be taken back.
    public init(undone: HistoryEntry, command: String, lasting: LastingCommand?) {
        self.undone = undone
        self.command = command
        self.lasting = lasting
    }
}

/// A command whose change cannot be taken back.
public struct LastingCommand: Hashable, Sendable {
    /// The command: `config set color`.
    public let command: String
    /// When it ran, by this device's clock.
    public let time: Timestamp

    /// A command whose change cannot be taken back.
    public init(command: String, time: Timestamp) {
        self.command = command
        self.time = time
    }
}

/// What `undo` took back, or `redo` did again.
public struct UndoReport: Hashable, Sendable {
    /// The commit of the command, as the diary told it.
    public let undone: HistoryEntry
    /// The command that had made it.
    public let command: String
    /// The id of the new commit; where nothing was left to change, that of the commit to be reverted.
    public let commit: String

    /// Creates a report; `undone` is the commit of the command, and `commit` the id of the new one.
    public init(undone: HistoryEntry, command: String, commit: String) {
        self.undone = undone
        self.command = command
        self.commit = commit
    }
}
