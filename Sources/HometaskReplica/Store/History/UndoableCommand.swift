// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A command that can be undone.
public struct UndoableCommand: Hashable, Sendable {
    /// The commit of the command, as in the log.
    public let undone: HistoryEntry
    /// The name of the command that made the commit, such as `edit`.
    public let command: String
    /// The latest command of this device since then that cannot be undone; nil if there is none.
    public let lasting: IrreversibleCommand?

    /// Creates a description of a command that can be undone.
    public init(undone: HistoryEntry, command: String, lasting: IrreversibleCommand?) {
        self.undone = undone
        self.command = command
        self.lasting = lasting
    }
}

/// A command that cannot be undone.
public struct IrreversibleCommand: Hashable, Sendable {
    /// The command: `config set color`.
    public let command: String
    /// The time when the command ran, by this device's clock.
    public let time: Timestamp

    /// Creates a description of a command that cannot be undone.
    public init(command: String, time: Timestamp) {
        self.command = command
        self.time = time
    }
}

/// The result of `undo` or `redo`.
public struct UndoReport: Hashable, Sendable {
    /// The commit of the command, as in the log.
    public let undone: HistoryEntry
    /// The name of the command that made the commit.
    public let command: String
    /// The id of the new commit; if nothing was left to change, the id of the commit to be reverted.
    public let commit: String

    /// Creates a report; `undone` is the commit of the command, and `commit` the id of the new one.
    public init(undone: HistoryEntry, command: String, commit: String) {
        self.undone = undone
        self.command = command
        self.commit = commit
    }
}
