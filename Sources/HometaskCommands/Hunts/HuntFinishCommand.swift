// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask hunt finish`: ends a hunt and shows the ranking of the teams.
struct HuntFinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Finish a hunt, and show the ranking.",
        discussion:
            "Clues solved later do not count; clues solved before and received in a later sync do."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find(hunt)
        let isNew = try await session.write(command: "hunt finish") {
            try $0.hunts.finish(hunt.id)
        }.result
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("\(isNew ? "Finished" : "Already finished"): \(hunt.title)")
        try session.output.print(page.boardLines())
    }
}
