// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask category delete`.
struct CategoryDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a category; its tasks stay.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The category.")
    var category: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.categoryID(category)
        _ = try await session.replica.write(command: "category delete") { try $0.deleteCategory(id) }
        let name = session.directory.categories[id]?.name ?? ""
        try session.output.say("Deleted the category \(name). 'hometask undo' brings it back.")
    }
}
