// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask hunt restore`: takes a hunt out of the trash.
struct HuntRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a hunt from the trash.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find(hunt, isTrash: true)
        _ = try await session.replica.write(command: "hunt restore") { try $0.hunts.restore(hunt.id) }
        if showing.json {
            return try await session.hunts.overview(hunt.id).printJSON()
        }
        try session.output.say("Restored: \(hunt.title)")
    }
}
