// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskTerminal

/// `hometask category`: groups of tasks.
struct CategoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category", _superCommandName: "hometask",
        abstract: "Show, add, change, rename, merge, colour, delete and restore categories.",
        subcommands: [
            CategoryListCommand.self, CategoryShowCommand.self, CategoryAddCommand.self, CategoryEditCommand.self,
            CategoryRenameCommand.self, CategoryMergeCommand.self, CategoryColorCommand.self,
            DocumentDeleteCommand<CategoryTrash>.self, DocumentRestoreCommand<CategoryTrash>.self,
        ],
        defaultSubcommand: CategoryListCommand.self)
}

/// `hometask category list`: the categories that are not in the trash, by name.
struct CategoryListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the categories.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let (session, unreadable) = try await opened.snapshot { snapshot in
            let known = Array(snapshot.session.directory.categories.keys)
            return (
                snapshot.session, try UnreadableDocuments(.category, besides: known, reading: snapshot.reader)
            )
        }
        defer { unreadable.warn(on: session.output) }
        let categories = session.directory.activeCategories
        if showing.json {
            return try session.output.print(.array(categories.map { .object(CategoryJSON.object($0)) }))
        }
        guard !categories.isEmpty else {
            return try session.output.say(
                unreadable.emptySentence(besides: session.directory.categories.count)
                    ?? "No categories yet. Add one with 'hometask category add NAME'.")
        }
        var table = Table(columns: [Column(), Column(minimum: 6, shrinks: true), Column()])
        for category in categories {
            let style = category.color.map { Style.rgb($0) } ?? .plain
            table.add([
                Cell("●", style: style), Cell(category.name),
                Cell(category.color.map { Palette.name(of: $0) } ?? "", style: .dim),
            ])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }
}

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
