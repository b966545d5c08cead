// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask note history`: who changed which field of a note when.
struct NoteHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show who changed which field of a note, and when, newest first.",
        discussion: "Works for notes in the trash, too.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(
        help: ArgumentHelp(
            "Words of the note's title or first line, or # and the start of its id.", valueName: "note"))
    var reference: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = reference
        let note = try await session.replica.read { reader in
            let finder = try NoteFinder(reading: reader)
            do {
                return try finder.note(words)
            } catch let error as ReplicaError where error.code == .notFound {
                guard let deleted = try? finder.note(words, isTrash: true) else { throw error }
                return deleted
            }
        }
        try await session.history.print(
            of: Transaction.path(of: .note, note.id), called: note.name, asJSON: showing.json)
    }
}
