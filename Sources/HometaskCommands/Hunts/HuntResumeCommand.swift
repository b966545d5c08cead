// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask hunt resume`: resumes a finished hunt; clues solved in the meantime count again.
struct HuntResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a finished hunt.",
        discussion: "Clues that were solved in the meantime count.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find(hunt)
        let isNew = try await session.write(command: "hunt resume") {
            try $0.hunts.resume(hunt.id)
        }.result
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        try session.output.say("\(isNew ? "Resumed" : "Not finished"): \(hunt.title)")
        try session.output.print(page.boardLines())
    }
}
