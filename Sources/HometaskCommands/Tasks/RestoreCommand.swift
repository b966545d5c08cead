// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskQueries
import HometaskReplica

/// `hometask restore`: restores documents that `trash list` shows.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", _superCommandName: "hometask",
        abstract: "Restore tasks, or anything else, from the trash.",
        discussion:
            "'hometask trash list' shows the trash: tasks, categories, members, pins, notes, photos and more.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "Numbers, #ids, or words of one title or name in the trash.")
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let numbers = try await session.numbers.all()
        let documents = try await session.replica.read { reader in
            let tasks = session.tasks.finder(reader, numbers, isTrash: true)
            return try TrashFinder(reading: reader, tasks: tasks).documents(references)
        }
        try await session.write(command: "restore") { transaction in
            for document in documents { try transaction.trash.restore(document) }
        }
        if showing.json { return try await printJSON(documents, in: session) }
        for document in documents {
            let noun = document.path.kind == .task ? "" : " the \(document.path.kind)"
            try session.output.say("Restored\(noun): \(document.name)")
        }
    }

    /// Prints tasks as all commands do. If other documents are among them, prints the id, kind, name and path of each.
    private func printJSON(_ documents: [TrashedDocument], in session: FamilySession) async throws {
        if documents.allSatisfy({ $0.path.kind == .task }) {
            return try await session.tasks.print(documents.compactMap(\.path.id))
        }
        try session.output.print(
            .array(
                documents.map {
                    [
                        "id": ($0.path.id?.description).json, "kind": .string($0.path.kind.rawValue),
                        "name": .string($0.name), "path": .string($0.path.text),
                    ]
                }))
    }
}
