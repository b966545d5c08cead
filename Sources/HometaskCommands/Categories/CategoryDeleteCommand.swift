// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask category delete`: puts a category into the trash; its tasks stay.
struct CategoryDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a category to the trash; its tasks are kept.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The category.")
    var category: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.categoryID(category)
        _ = try await session.replica.write(command: "category delete") { try $0.categories.delete(id) }
        let record = session.directory.categories[id]
        if showing.json, let record { return try session.output.print(.object(CategoryJSON.object(record))) }
        try session.output.say("Moved to the trash: \(record?.name ?? "")")
    }
}
