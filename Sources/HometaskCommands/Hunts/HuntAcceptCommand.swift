// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

/// `hometask hunt accept`: an adult's word that a clue is solved.
struct HuntAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Say that a team solved a clue; for adults.",
        discussion: """
            For clues that ask for an adult's word, and for any other where the photo or the word does not do. A member whose role \
            is child may not. If the clue has a code word, tell it to the team: it opens what follows.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The clue, where several are open.", valueName: "number"))
    var clue: Int?

    @Argument(help: HuntWords.argument)
    var hunt: String

    @Argument(help: "The team's name.")
    var team: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.huntPage(session.hunt([hunt]).id)
        let team = try session.team(team.joined(separator: " "), in: page)
        let attempt = ClueAttempt(page: page, team: team, session: session)
        let candidates = try attempt.candidates(number: clue)
        guard candidates.count == 1, let clue = candidates.first else {
            throw UsageError(
                "\(candidates.count) clues are open", hint: "Name the one that is solved: --clue NUMBER")
        }
        try await attempt.accept(clue)
        let after = try await session.huntPage(page.hunt.id)
        if showing.json { return try after.printJSON() }
        try session.output.say("Accepted: clue \(page.hunt.number(of: clue.id) ?? 0), for \(team.name)")
    }
}
