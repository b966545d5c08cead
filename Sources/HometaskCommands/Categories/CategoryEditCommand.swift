// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask category edit`: changes the colour of a category and the fields that plugins added to it.
struct CategoryEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a category's colour and the fields that plugins added to it.",
        discussion: "'hometask category rename' changes the name.")

    @OptionGroup var paint: PaintOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The category.")
    var category: String

    @OptionGroup var texts: TextFieldOptions<CategoryTextFields>
    @OptionGroup var removals: TextFieldRemovals<CategoryTextFields>
    @OptionGroup var extensions: ExtensionChangeOptions

    func validate() throws {
        if texts.texts.isEmpty, removals.removed.isEmpty, paint.colors.isEmpty, extensions.isEmpty {
            let options = (CategoryTextFields.optionNames + ["--color", "--set FIELD=VALUE"]).joined(separator: ", ")
            throw ValidationError("no change given; use \(options) or --unset FIELD")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(paint.global)
        let id = try session.categoryID(category)
        let code = try paint.code
        var edited = FieldChange(try removals.joined(with: texts))
        edited.merge(try extensions.fieldChange(of: .category, in: session))
        let change = edited
        let written = try await session.write(command: "category edit") { transaction in
            if let code { try transaction.categories.recolor(id, to: code.isEmpty ? nil : code) }
            try transaction.categories.edit(id, change)
            return try transaction.categories.record(id)
        }
        if showing.json { return try session.output.print(.object(CategoryJSON.object(written.result))) }
        let name = written.result.name
        try session.output.say(written.commit == nil ? "Nothing to change: \(name)" : "Changed the category ‘\(name)’.")
    }
}
