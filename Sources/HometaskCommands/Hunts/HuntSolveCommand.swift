// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts

/// `hometask hunt solve`: solves a clue by its code word or by a photo.
struct HuntSolveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "solve", abstract: "Solve a clue, with its code word or with a photo.",
        discussion: """
            The words after the hunt are the code word. A photo counts by the place in its file, and must be taken \
            after your team started. Works without a network: 'hometask sync' merges what teammates solve on other \
            devices, and the first to solve a clue counts.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(
        help: ArgumentHelp("A photo taken at the clue's place.", valueName: "file"), completion: .file()
    )
    var photo: String?

    @Option(help: ArgumentHelp("The clue, if several are open.", valueName: "number"))
    var clue: Int?

    @Option(help: ArgumentHelp("The team, if not yours.", valueName: "name"))
    var team: String?

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The code word.")
    var code: [String] = []

    func validate() throws {
        if (photo == nil) == code.isEmpty {
            throw ValidationError("no solution given; enter the code word, or use --photo FILE")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.hunts.overview(named: [hunt])
        let team = try session.hunts.team(team, in: page)
        let attempt = ClueAttempt(page: page, team: team, session: session)
        let candidates = try attempt.candidates(number: clue)
        let solved: Clue
        if let photo {
            solved = try await attempt.solve(candidates, byPhoto: photo)
        } else {
            solved = try await attempt.solve(candidates, by: code.joined(separator: " "))
        }
        let after = try await session.hunts.overview(page.hunt.id)
        if showing.json { return try after.printJSON() }
        try session.output.say(
            "Solved: clue \(page.hunt.number(of: solved.id) ?? 0) of \(Quotation.of(page.hunt.title))")
        guard let now = after.teams.first(where: { $0.id == team.id }) else { return }
        try session.output.print(after.nextLines(for: now))
        if after.hunt.nextClues(of: now).isEmpty { try session.output.print([""] + after.boardLines()) }
    }
}
