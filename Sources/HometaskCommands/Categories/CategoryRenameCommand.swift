// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask category rename`: renames a category.
struct CategoryRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a category.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The category.")
    var category: String

    @Argument(help: "The new name; several words need no quotes.")
    var name: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.categoryID(category)
        let newName = name.joined(separator: " ")
        let record = try await session.write(command: "category rename") { transaction in
            try transaction.categories.rename(id, to: newName)
            return try transaction.categories.record(id)
        }.result
        if showing.json { return try session.output.print(.object(CategoryJSON.object(record))) }
        let old = session.directory.categories[id]?.name ?? ""
        try session.output.say("The category ‘\(old)’ is called ‘\(record.name)’ now.")
    }
}
