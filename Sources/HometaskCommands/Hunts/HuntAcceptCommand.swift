// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily

/// `hometask hunt accept`: records an adult's confirmation that a clue is solved.
struct HuntAcceptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a clue as solved by a team; for adults.",
        discussion: """
            For clues that an adult must accept, and for others if the photo or the code word fails. Members with \
            the role child cannot do this. If the clue has a code word, tell it to the team: it decrypts the next \
            clues.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The clue, if several are open.", valueName: "number"))
    var clue: Int?

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The team's name.")
    var team: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.hunts.overview(named: [hunt])
        let team = try session.hunts.team(team.joined(separator: " "), in: page)
        let attempt = ClueAttempt(page: page, team: team, session: session)
        let candidates = try attempt.candidates(number: clue)
        guard candidates.count == 1, let clue = candidates.first else {
            throw UsageError(
                "\(candidates.count) clues are open", hint: "Choose one with --clue NUMBER")
        }
        try await attempt.accept(clue)
        let after = try await session.hunts.overview(page.hunt.id)
        if showing.json { return try after.printJSON() }
        try session.output.say("Accepted: clue \(page.hunt.number(of: clue.id) ?? 0), for \(team.name)")
    }
}
