// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask hunt withdraw`: withdraws a team from a hunt.
struct HuntWithdrawCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw your team from a hunt.",
        discussion:
            "'hometask hunt start' with the team's name brings it back, with its clues and its original start time.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The team, if not yours.", valueName: "name"))
    var team: String?

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let page = try await session.hunts.overview(named: hunt)
        let team = try session.hunts.team(team, in: page)
        try await session.write(command: "hunt withdraw") { try $0.teams.withdraw(team.id) }
        if showing.json { return try await session.hunts.overview(page.hunt.id).printJSON() }
        try session.output.say("Withdrawn: \(team.name), from \(page.hunt.title)")
    }
}
