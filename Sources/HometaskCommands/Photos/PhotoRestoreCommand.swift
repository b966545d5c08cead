// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask photo restore`: takes photos out of the trash.
struct PhotoRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a photo from the trash.",
        discussion: "This completes a task that requires a photo.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("Words of one photo's caption, or #ids of several.", valueName: "photo"))
    var references: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let words = references
        let photos = try await session.replica.read { try PhotoFinder(reading: $0).photos(words, isTrash: true) }
        _ = try await session.replica.write(command: "photo restore") { transaction in
            for photo in photos { try transaction.photos.restore(photo.id) }
        }
        if showing.json { return try await session.photos.print(photos.map(\.id)) }
        for photo in photos { try session.output.say("Back from the trash: \(photo.name)") }
    }
}
