// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask category restore`: takes a category out of the trash.
struct CategoryRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a category from the trash.",
        discussion: "'hometask trash list' shows the trash.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The category.")
    var category: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let deleted = session.directory.categories.values.filter(\.isDeleted).sorted { $0.id < $1.id }
        let id = try session.resolve(category, among: deleted.map { ($0.id, $0.name) }, noun: "deleted category")
        _ = try await session.replica.write(command: "category restore") { try $0.categories.restore(id) }
        let record = session.directory.categories[id]
        if showing.json, let record { return try session.output.print(.object(CategoryJSON.object(record))) }
        try session.output.say("Restored the category \(record?.name ?? "").")
    }
}
