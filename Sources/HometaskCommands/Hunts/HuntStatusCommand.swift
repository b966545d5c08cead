// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask hunt status`: the open clue, and the ranking of the teams.
struct HuntStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show your current clue, and the ranking.",
        discussion: "Without a hunt, shows all running hunts that you play.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The team, if not yours.", valueName: "name"))
    var team: String?

    @Argument(help: HuntFormatter.argument)
    var hunt: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        let pages = try await pages(in: session)
        if showing.json {
            if !hunt.isEmpty, let page = pages.first {
                return try page.printJSON()
            }
            return try session.output.print(.array(pages.map { .object($0.json) }))
        }
        if pages.isEmpty {
            return try session.output.say("You are not playing a hunt. 'hometask hunt list' shows all hunts.")
        }
        for (index, page) in pages.enumerated() {
            let team = try team.map { try session.hunts.team($0, in: page) } ?? page.ownTeam
            var lines = index > 0 ? [""] : []
            lines += page.headLines()
            if let team, page.hunt.finishedAt == nil {
                lines += [""] + page.nextLines(for: team, shownTo: page.ownTeam)
            }
            try session.output.print(lines + [""] + page.boardLines())
        }
    }

    private func pages(in session: FamilySession) async throws -> [HuntOverview] {
        if !hunt.isEmpty { return [try await session.hunts.overview(named: hunt)] }
        let (current, hunts, teams) = try await session.snapshot { snapshot in
            let reader = snapshot.reader
            return (snapshot.session, try HuntFinder(reading: reader).hunts, try TeamRecord.all(reading: reader))
        }
        let open = hunts.filter { !$0.isDeleted && $0.finishedAt == nil }
        return try await current.hunts.overviews(open, playedBy: teams).filter { page in
            team.map { (try? current.hunts.team($0, in: page)) != nil } ?? (page.ownTeam != nil)
        }
    }
}
