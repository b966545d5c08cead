// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask view`: saved queries.
struct ViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", _superCommandName: "hometask",
        abstract: "Save queries as views, and show, rename and delete these.",
        discussion:
            "Views belong to the family: everybody has them after a sync. 'hometask list @NAME' lists the tasks of one.",
        subcommands: [
            ViewListCommand.self, ViewShowCommand.self, ViewSaveCommand.self, ViewRenameCommand.self,
            DocumentDeleteCommand<ViewTrash>.self, DocumentRestoreCommand<ViewTrash>.self,
        ],
        defaultSubcommand: ViewListCommand.self)
}

/// `hometask view list`: the saved views with their queries and sort orders.
struct ViewListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the saved views.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (all, unreadable) = try await session.replica.read { reader in
            let all = try ViewRecord.all(reading: reader)
            return (all, try UnreadableDocuments(.view, besides: all.map(\.id), reading: reader))
        }
        defer { unreadable.warn(on: session.output) }
        let views = all.filter { !$0.isDeleted }
        if showing.json { return try session.output.print(.array(views.map { .object(ViewJSON.object($0)) })) }
        guard !views.isEmpty else {
            return try session.output.say(
                unreadable.emptySentence(besides: all.count)
                    ?? "There are no views yet. Save one with 'hometask view save NAME QUERY'.")
        }
        var table = Table(columns: [
            Column(minimum: 6, shrinks: true), Column(minimum: 10, shrinks: true), Column(minimum: 6, shrinks: true),
            Column(minimum: 6, shrinks: true),
        ])
        let formatter = ExtensionFieldFormatter(session, of: .view)
        for view in views {
            let name = view.hasConflict ? "(!) \(view.reference)" : view.reference
            let query = view.query.map { $0.isEmpty ? "all open tasks" : $0 } ?? "a query that cannot be read"
            let texts = TextField.labelled(view.texts, of: .view)
            let others = texts + formatter.lines(view.extensions).map { "\($0.label): \($0.value)" }
            table.add([
                Cell(name, style: .bold), Cell(query, style: view.query?.isEmpty == false ? .plain : .dim),
                Cell(view.sort.map { "by \($0)" } ?? "", style: .dim),
                Cell(others.joined(separator: ", ")),
            ])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }
}

/// `hometask view rename`: renames a saved view, in the queries of other views too.
struct ViewRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a view.",
        discussion: "Other views that use it by its full name are updated.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The view.")
    var view: String

    @Argument(help: "The new name; several words need no quotes.")
    var name: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let old = try await session.views.find(view)
        let newName = name.joined(separator: " ")
        try await session.write(command: "view rename") {
            try $0.views.rename(old.id, to: newName)
        }
        let record = try await session.views.find(old.id)
        if showing.json { return try session.output.print(.object(ViewJSON.object(record))) }
        try session.output.say("The view ‘\(old.name)’ is called ‘\(record.name)’ now.")
    }
}
