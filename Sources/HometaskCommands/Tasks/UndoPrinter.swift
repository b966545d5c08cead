// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica
import HometaskTime

/// Prints the result of `undo` and `redo`.
struct UndoPrinter {
    private let session: FamilySession

    init(_ session: FamilySession) { self.session = session }

    /// Prints what was undone or redone, as a sentence with the given beginning or as JSON.
    func print(_ report: UndoReport, _ words: String, showing: ShowingOptions) throws {
        if showing.json {
            return try session.output.print([
                "command": .string(report.command), "commit": .string(report.commit),
                "undone": .object(report.undone.json),
            ])
        }
        let age = session.dates.ago(report.undone.time)
        try session.output.say("\(words) '\(report.command)' (\(age)): \(report.undone.subject)")
    }
}
