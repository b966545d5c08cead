// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskTerminal

/// `hometask hunt show`: a hunt with its clues, for its author.
struct HuntShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a hunt and its clues.",
        discussion: """
            A member who plays the hunt sees the clues that are solved or open; others see everything that this device \
            can read.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.hunts.overview(named: hunt)
        if showing.json { return try page.printJSON() }
        try session.output.print(page.headLines())
        let team = page.ownTeam
        for clue in page.hunt.clues {
            let isShown = team == nil || page.state(of: clue, for: team) != .locked
            try session.output.print([""] + (isShown ? page.clueLines(clue) : page.lockedLines(clue)))
        }
        if page.hunt.clues.isEmpty {
            let command = "hometask hunt add \(ShellQuoting.quoted(page.hunt.title)) TEXT --code WORD"
            try session.output.say("It has no clues yet. Add one: \(ShellQuoting.quotedCommand(command))")
        }
    }
}
