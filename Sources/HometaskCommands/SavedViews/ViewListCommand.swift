// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

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
