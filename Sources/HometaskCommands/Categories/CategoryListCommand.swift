// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTerminal

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
