// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// `hometask category add`: adds a category; its colour defaults to the next in the palette.
struct CategoryAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a category.")

    @OptionGroup var paint: PaintOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The name; several words need no quotes.")
    var name: [String]

    @OptionGroup var texts: TextFieldOptions<CategoryTextFields>
    @OptionGroup var extensions: ExtensionFieldOptions

    func run() async throws {
        let session = try await FamilySession.open(paint.global)
        var drafted = try texts.drafted
        drafted["color"] = try paint.code.flatMap { $0.isEmpty ? nil : .string($0) }
        drafted.merge(try extensions.assignments.draft(of: .category, in: session)) { $1 }
        let (name, values) = (name.joined(separator: " "), drafted)
        let record = try await session.write(command: "category add") { transaction in
            try transaction.categories.record(transaction.categories.add(name, values: values))
        }.result
        if showing.json {
            try session.output.print(.object(CategoryJSON.object(record)))
        } else {
            try session.output.say("Added the category ‘\(record.name)’ in \(Palette.name(of: record.color ?? "")).")
        }
    }
}
