// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskQueries
import HometaskReplica

/// `hometask view restore`: takes a saved view out of the trash.
struct ViewRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a view from the trash.",
        discussion: "'hometask trash list' shows the trash.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The view.")
    var view: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let record = try await session.views.find(view, isTrash: true)
        _ = try await session.replica.write(command: "view restore") { try $0.views.restore(record.id) }
        if showing.json { return try session.output.print(.object(ViewJSON.object(record))) }
        try session.output.say("Restored the view \(record.name).")
    }
}
