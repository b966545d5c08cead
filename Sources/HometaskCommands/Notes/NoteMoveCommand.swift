// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// `hometask note move`: puts notes into a folder.
struct NoteMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move notes into a folder, or out of their folder.",
        usage: """
            hometask note move NOTE… --to FOLDER
            hometask note move NOTE… --out
            hometask note move --folder FOLDER --to FOLDER
            """,
        discussion: """
            A folder exists as long as a note is in it. With --folder, all notes of a folder are moved together with \
            its subfolders, which renames the folder.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The folder to move them to, such as House or House/Keys.", valueName: "folder"))
    var to: String?

    @Flag(help: "Move them out of their folder.")
    var out = false

    @Option(help: ArgumentHelp("Move all notes of this folder.", valueName: "folder"))
    var folder: String?

    @Argument(help: ArgumentHelp("Words of one note's title or first line, or #ids of several.", valueName: "note"))
    var references: [String] = []

    func validate() throws {
        guard out != (to != nil) else { throw ValidationError("give either --to FOLDER or --out") }
        guard references.isEmpty != (folder == nil) else {
            throw ValidationError("no note given; name the notes, or a folder with --folder")
        }
    }

    func run() async throws {
        let target = try to.map { try NoteFolder.checked($0) }
        let source = try folder.map { try NoteFolder.checked($0) }
        let session = try await FamilySession.open(global)
        let words = references
        let moved = try await session.replica.read { reader in
            let finder = try NoteFinder(reading: reader)
            guard let source else { return try finder.notes(words).map { Move($0, to: target) } }
            return NoteSearch(folder: source).notes(among: finder.notes)
                .map { Move($0, to: Self.folder($0.folder ?? "", from: source, to: target)) }
        }
        if moved.isEmpty, let source {
            throw ReplicaError(
                .notFound, "no note is in the folder ‘\(source)’", hint: "'hometask note folder' lists the folders.")
        }
        try await session.write(command: "note move") { transaction in
            for move in moved {
                var changes = NoteChanges()
                changes.fields.values["folder"] = move.folder.map { .string($0) } ?? .null
                try transaction.notes.edit(move.note.id, changes)
            }
        }
        if showing.json { return try await session.notes.print(moved.map(\.note.id)) }
        for move in moved {
            let place = move.folder.map { "into \($0)" } ?? "out of its folder"
            let isThere = move.note.folder == move.folder
            try session.output.say(
                isThere ? "Already there: \(move.note.name)" : "Moved \(place): \(move.note.name)")
        }
    }

    /// A note and the folder it is moved to.
    private struct Move: Sendable {
        let note: NoteRecord
        let folder: String?

        init(_ note: NoteRecord, to folder: String?) {
            (self.note, self.folder) = (note, folder)
        }
    }

    /// Returns the new path of a folder after a move of that folder or of one that contains it.
    private static func folder(_ folder: String, from source: String, to target: String?) -> String? {
        let rest = folder.split(separator: "/").dropFirst(source.split(separator: "/").count)
        let parts = (target.map { [Substring($0)] } ?? []) + rest
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
}
