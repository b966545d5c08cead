// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskTerminal

/// `hometask category show`: one category, with the fields that plugins added.
struct CategoryShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a category, with the fields of plugins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The category.")
    var category: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.categoryID(category)
        guard let record = session.directory.categories[id] else { return }
        if showing.json { return try session.output.print(.object(CategoryJSON.object(record))) }
        var block = FieldBlock()
        block.add("Name", record.name, style: record.color.map { Style.rgb($0).union(.bold) } ?? .bold)
        block.add(textsOf: record)
        block.add(extensionsOf: record, in: session)
        block.add("Id", record.id.description, style: .dim)
        try session.output.print(block.lines(width: session.output.width, mode: session.output.mode))
    }
}
