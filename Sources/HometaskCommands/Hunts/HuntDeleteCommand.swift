// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask hunt delete`: puts a hunt into the trash.
struct HuntDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Move a hunt to the trash.",
        discussion: "'hometask hunt restore' restores it.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find(hunt)
        _ = try await session.replica.write(command: "hunt delete") { try $0.hunts.delete(hunt.id) }
        if showing.json {
            return try await session.hunts.overview(hunt.id).printJSON()
        }
        try session.output.say("Moved to the trash: \(hunt.title)")
    }
}
