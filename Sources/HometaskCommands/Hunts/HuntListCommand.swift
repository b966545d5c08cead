// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask hunt list`: the hunts, newest first.
struct HuntListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List hunts, newest first.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Show those in the trash.")
    var trash = false

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let isJSON = showing.json
        let (session, all, teams, unreadable) = try await opened.snapshot { snapshot in
            let hunts = try HuntFinder(reading: snapshot.reader).hunts
            let teams = try isJSON ? TeamRecord.all(reading: snapshot.reader) : []
            let unreadable = try UnreadableDocuments(.hunt, besides: hunts.map(\.id), reading: snapshot.reader)
            return (snapshot.session, hunts, teams, unreadable)
        }
        defer { unreadable.warn(on: session.output) }
        let hunts = all.filter { $0.isDeleted == trash }
        if isJSON {
            let pages = try await session.hunts.overviews(hunts, playedBy: teams)
            return try session.output.print(.array(pages.map { .object($0.json) }))
        }
        if hunts.isEmpty {
            return try session.output.say(
                unreadable.emptySentence(besides: all.count)
                    ?? (trash
                        ? "No hunt is in the trash."
                        : "No hunts yet. Create one with 'hometask hunt new --ready home'."))
        }
        var table = Table(columns: [
            Column(minimum: 5), Column(minimum: 12, shrinks: true), Column(minimum: 7),
            Column(minimum: 8, shrinks: true),
        ])
        let ids = ShortIDs(all.map(\.id))
        for hunt in hunts {
            table.add([
                Cell("#\(ids[hunt.id])", style: .dim),
                Cell(hunt.hasConflict ? "\(hunt.title) (!)" : hunt.title, style: .bold),
                Cell(SyncFormatter.count(hunt.clues.count, "clue")),
                Cell(hunt.finishedAt.map { "finished \(session.dates.ago($0))" } ?? "", style: .dim),
            ])
        }
        try session.output.print(table.lines(width: session.output.width, mode: session.output.mode))
    }
}
