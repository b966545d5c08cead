// SPDX-License-Identifier: Apache-2.0

package import HometaskFamily

/// The messages of all replicas about undone and redone commands.
extension CommandLog {
    /// The history's verb for an undone command.
    package static let undoing = "took back"
    /// The history's verb for a redone command.
    package static let redoing = "did again"

    /// Returns the subject of a command, without the verb of an earlier redo.
    package static func subject(of entry: HistoryEntry) -> String {
        let again = "\(entry.author) \(redoing): "
        return entry.subject.hasPrefix(again) ? String(entry.subject.dropFirst(again.count)) : entry.subject
    }

    /// Throws an error if the commit to be undone is not the expected one.
    package static func require(_ commit: String, _ expected: String?) throws {
        guard let expected, expected != commit else { return }
        throw ReplicaError(
            .superseded, "another change was made in the meantime; nothing was undone",
            hint: "Try \(.undo) again to see which one.")
    }

    /// The error if there is no command to undo.
    package var nothingToUndo: ReplicaError {
        ReplicaError(
            .notFound,
            lasting(after: nil).map {
                "'\($0.command)' cannot be undone, and no other change of this device is left to undo"
            } ?? "no change of this device is left to undo",
            hint: "\(.showLog) shows the changes; \(.editTask) can change a task back.")
    }

    /// The error if there is no command to redo.
    package var nothingToRedo: ReplicaError {
        let since = commandAfterUndone.map { "'\($0)' came after the last undo, so there is nothing to redo" }
        return ReplicaError(
            .notFound, since ?? "there is nothing to redo on this device",
            hint: "\(.showLog) shows the changes; \(.undo) takes back the last command of this device.")
    }
}
