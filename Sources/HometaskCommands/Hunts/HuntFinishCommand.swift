// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask hunt finish`: ends a hunt and shows how the teams stand.
struct HuntFinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Bring a hunt to its end, and show how the teams stand.",
        discussion:
            "What is solved later does not count; what was solved before it and comes by a later sync does."
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntWords.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunt(hunt)
        let isNew = try await session.replica.write(command: "hunt finish") {
            try $0.finishHunt(hunt.id)
        }.result
        let page = try await session.huntPage(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("\(isNew ? "Finished" : "Is at its end already"): \(hunt.title)")
        try session.output.print(page.boardLines())
    }
}
