// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask photo delete`: puts photos into the trash.
struct PhotoDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a photo to the trash.",
        discussion: """
            Reopens a task that only this photo proved. 'hometask photo restore' restores it: the file stays in the \
            family.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of one photo's caption, or #ids of several.", valueName: "photo"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let photos = try await session.replica.read { try PhotoFinder(reading: $0).photos(words) }
        let reopened = try await session.replica.write(command: "photo delete") { transaction in
            try photos.compactMap { try transaction.photos.delete($0.id) }
        }.result
        if showing.json { return try await session.photos.print(photos.map(\.id)) }
        for photo in photos { try session.output.say("Moved to the trash: \(photo.name)") }
        for task in reopened { try session.output.say("Open again: \(try await session.tasks.findOne(task).title)") }
    }
}
