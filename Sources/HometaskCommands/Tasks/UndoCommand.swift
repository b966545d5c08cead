// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskReplica
import HometaskTime

/// `hometask undo`: takes back the last command of this device.
struct UndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", _superCommandName: "hometask",
        abstract: "Take back the last command that changed something here.",
        discussion: """
            It becomes a new change of its own, also after a sync, and again takes back the one before. Refused where \
            somebody has built on it.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let report = try await session.replica.undo()
        if showing.json {
            return try session.output.print([
                "command": .string(report.command), "commit": .string(report.commit),
                "undone": .object(HistoryJSON.object(report.undone)),
            ])
        }
        let age = session.dates.ago(report.undone.time)
        try session.output.say("Took back '\(report.command)' (\(age)): \(report.undone.subject)")
    }
}
