// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskHunts

/// `hometask hunt clue delete`: removes a clue from its hunt.
struct ClueDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a clue of a hunt.",
        discussion: "'hometask undo' restores it.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: String

    @Argument(help: "The clue's number.")
    var number: Int

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find([hunt])
        let clue = try hunt.clue(numbered: number)
        try await session.hunts.editClues(of: hunt, command: "hunt clue delete") { $0.remove(clue.id) }
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("Deleted clue \(number) of \(Quotation.of(hunt.title)).")
    }
}
