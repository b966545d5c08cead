// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskQueries
import HometaskReplica

/// `hometask view delete`: puts a saved view into the trash; the tasks it lists stay.
struct ViewDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a view to the trash; the tasks it lists are kept.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The view.")
    var view: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let record = try await session.views.find(view)
        _ = try await session.replica.write(command: "view delete") { try $0.views.delete(record.id) }
        if showing.json { return try session.output.print(.object(ViewJSON.object(record))) }
        try session.output.say("Moved to the trash: \(record.name)")
    }
}
