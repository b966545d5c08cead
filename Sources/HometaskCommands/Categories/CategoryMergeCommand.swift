// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask category merge`: moves all tasks from some categories to another; the emptied categories go into the
/// trash.
struct CategoryMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge categories: all tasks move to the first one.",
        discussion:
            "The others are moved to the trash, and saved views that use them are updated. All this is one change.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The category that stays.")
    var category: String

    @Argument(help: "The categories to merge into it.")
    var others: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let kept = try session.categoryID(category)
        let goes = Set(try others.map { try session.categoryID($0) })
        let written = try await session.write(command: "category merge") {
            try $0.categories.merge(keeping: kept, goes)
        }
        let record = session.directory.categories[kept]
        if showing.json, let record {
            var object = CategoryJSON.object(record)
            object["changed"] = .number(JSONNumber(written.result))
            return try session.output.print(.object(object))
        }
        let name = record?.name ?? ""
        try session.output.say(
            "Merged into ‘\(name)’: \(SyncFormatter.count(written.result, "task")) changed. 'hometask undo' takes it back."
        )
    }
}
