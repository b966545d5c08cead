// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask note restore`: takes notes out of the trash.
struct NoteRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a note from the trash.",
        discussion: "'hometask note list --trash' lists the deleted notes.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of one note's title or first line, or #ids of several.", valueName: "note"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let notes = try await session.replica.read { try NoteFinder(reading: $0).notes(words, isTrash: true) }
        _ = try await session.replica.write(command: "note restore") { transaction in
            for note in notes { try transaction.notes.restore(note.id) }
        }
        if showing.json { return try await session.notes.print(notes.map(\.id)) }
        for note in notes { try session.output.say("Restored: \(note.name)") }
    }
}
