// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask category color`: sets the colour of a category, by default to the next in the palette.
struct CategoryColorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "color", abstract: "Change a category's colour.", aliases: ["colour"])

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The category.")
    var category: String

    @Argument(
        help: ArgumentHelp(
            "#rrggbb or one of: \(Palette.colors.map(\.name).joined(separator: ", ")); the next unused one by default."
        ))
    var color: String?

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.categoryID(category)
        let code = try color.map(Palette.code)
        let record = try await session.write(command: "category color") { transaction in
            try transaction.categories.recolor(id, to: code)
            return try transaction.categories.record(id)
        }.result
        if showing.json { return try session.output.print(.object(CategoryJSON.object(record))) }
        try session.output.say("The category ‘\(record.name)’ is \(Palette.name(of: record.color ?? "")) now.")
    }
}
