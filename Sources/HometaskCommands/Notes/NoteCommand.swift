// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask note`: texts about tasks or pins, or without a subject.
struct NoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", _superCommandName: "hometask",
        abstract: "Manage the family's notes: add, list, show, change, share and delete them.",
        subcommands: [
            NoteListCommand.self, NoteAddCommand.self, NoteShowCommand.self, NoteEditCommand.self,
            DocumentHistoryCommand<NoteHistory>.self, NoteItemCommand.self, NoteMoveCommand.self,
            NoteFolderCommand.self, NoteShareCommand.self,
            DocumentDeleteCommand<NoteTrash>.self, DocumentRestoreCommand<NoteTrash>.self,
        ],
        defaultSubcommand: NoteListCommand.self)
}

/// `hometask note folder`: the folders that notes are in.
struct NoteFolderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "folder", abstract: "List the folders of notes, with the number of notes in each.",
        discussion: "'hometask note move --folder OLD --to NEW' renames a folder.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let notes = try await session.replica.read { try NoteFinder(reading: $0).notes }
        var counts: [ExactString: Int] = [:]
        for note in notes where !note.isDeleted {
            if let folder = note.folder { counts[ExactString(folder), default: 0] += 1 }
        }
        let sorted = counts.sorted { ($0.key.string.lowercased(), $0.key) < ($1.key.string.lowercased(), $1.key) }
        if showing.json {
            return try session.output.print(
                .array(sorted.map { ["name": .string($0.key.string), "count": .number(JSONNumber($0.value))] }))
        }
        if sorted.isEmpty {
            return try session.output.say(
                "No note is in a folder. 'hometask note move NOTE --to House' puts one there.")
        }
        var table = Table(columns: [Column(minimum: 12, shrinks: true), Column(alignment: .right, minimum: 5)])
        for (folder, count) in sorted {
            table.add([Cell(folder.string, style: .bold), Cell("\(count)", style: .dim)])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }
}
