// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask note delete`: puts notes into the trash.
struct NoteDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a note to the trash.",
        discussion: "'hometask note restore' restores it.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of one note's title or first line, or #ids of several.", valueName: "note"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let notes = try await session.replica.read { try NoteFinder(reading: $0).notes(words) }
        _ = try await session.replica.write(command: "note delete") { transaction in
            for note in notes { try transaction.notes.delete(note.id) }
        }
        if showing.json { return try await session.notes.print(notes.map(\.id)) }
        for note in notes { try session.output.say("Moved to the trash: \(note.name)") }
    }
}
